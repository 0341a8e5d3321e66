/** Decides whether a short Han name stands for itself or within another word. */
import type { Folding } from './folding.ts';
import {
  adjectives,
  degreeWords,
  descriptions,
  linkingWords,
  namePrefixes,
  nameSuffixes,
  numerals,
  personSuffixes,
  wordsAfterNames,
  wordsBeforeNames,
} from './han-words.ts';
import { surnames } from '../surnames.ts';
import { longestOrdinaryWord, type OrdinaryWords } from './ordinary-words.ts';
import type { Segments } from './segments.ts';

/** A short Han name where it stands, in UTF-16 units, and what its clause was cut into. */
export type Candidate = { text: string; start: number; end: number; segments: Segments };

/** Whether a short Han name that stands in a text is meant as a name. */
export type HanJudge = {
  one(candidate: Candidate): boolean;
  two(candidate: Candidate): boolean;
};

type Surroundings = {
  /** What the word the name begins in has before the name; empty when it begins there itself. */
  left: string;
  right: string;
  /** Whether a word ends inside the name. */
  divided: boolean;
};

export const createHanJudge = (words: OrdinaryWords, folding: Folding): HanJudge => {
  const isWord = (written: string): boolean => {
    let folded = '';
    for (let at = 0; at < written.length; at += 1) {
      folded += String.fromCharCode(folding.symbols[written.charCodeAt(at)] ?? 0);
    }
    return words.has(folded);
  };

  const look = ({ text, start, end, segments }: Candidate): Surroundings => {
    let from = Math.max(start, segments.start);
    while (from > segments.start && !segments.isBorder(from)) from -= 1;
    // The run-time's dictionary lacks many words; it then cuts them into characters.
    if (from === start && start - 1 >= segments.start && isWord(text.slice(start - 1, start + 1))) {
      if (segments.isBorder(start - 1) && segments.isBorder(start + 1)) from = start - 1;
    }
    let to = Math.min(end, segments.end);
    while (to < segments.end && !segments.isBorder(to)) to += 1;
    let divided = from < start && segments.isBorder(start + 1) && end > start + 1;
    for (let at = start + 1; at < end; at += 1) divided ||= segments.isBorder(at);
    return { left: text.slice(from, start), right: text.slice(end, to), divided };
  };

  /** An ordinary word longer than the name, around it, made of whole pieces of the clause. */
  const insideWord = ({ text, start, end, segments }: Candidate): boolean => {
    for (let from = start; from >= segments.start && end - from <= longestOrdinaryWord; from -= 1) {
      if (!segments.isBorder(from)) continue;
      // Where the run-time's dictionary keeps a small word apart from the name, it knows better.
      if (from === start - 1 && wordsBeforeNames.has(text[from] ?? '')) continue;
      for (let to = end; to <= segments.end && to - from <= longestOrdinaryWord; to += 1) {
        if (to - from === end - start || !segments.isBorder(to)) continue;
        if (from === start && to === end + 1 && wordsAfterNames.has(text[end] ?? '')) continue;
        if (isWord(text.slice(from, to))) return true;
      }
    }
    return false;
  };

  return {
    // The dictionary does not know the name, so it may cut it in two or join its end with what follows. Only a
    // name that lies wholly inside a longer word, or that begins inside one whose beginning is no word of its
    // own, is an accident.
    two: (candidate) => {
      const { left, right, divided } = look(candidate);
      if (left === '' && right === '') return !insideWord(candidate);
      if (left === '') return divided || nameSuffixes.has(right);
      if (!divided) return right === '' && (surnames.has(left) || namePrefixes.has(left));
      if (right !== '') return linkingWords.has(left);
      // 大 begins too many words of its own (大江, 大家).
      const prefix = left !== '大' && namePrefixes.has(left);
      return prefix || surnames.has(left) || wordsBeforeNames.has(left);
    },

    // It must be a word of its own and not be measured, counted or intensified; inside a longer word only with
    // the company names keep, and only if that is no ordinary word.
    one: (candidate) => {
      const { text, start, end, segments } = candidate;
      const name = text.slice(start, end);
      if (segments.isBorder(start) && segments.isBorder(end)) {
        const before = text[start - 1] ?? '';
        const apart = segments.isBorder(start - 1);
        if (apart && surnames.has(before) && !isWord(before + name)) return true;
        if (degreeWords.has(before) && adjectives.has(name)) return false;
        if (numerals.has(before) || (apart && descriptions.has(before))) return false;
        return !insideWord(candidate);
      }
      const { left, right } = look(candidate);
      // A joining word and the name make a word by accident (連環 in 連環兒也不得); what follows shows the name.
      if (right === '' && wordsBeforeNames.has(left) && personSuffixes.has(text[end] ?? ''))
        return true;
      if (isWord(left + name + right)) return false;
      return right === '' ? namePrefixes.has(left) : left === '' && personSuffixes.has(right);
    },
  };
};
