import {
  adjectives,
  degreeWords,
  namePrefixes,
  nameSuffixes,
  numerals,
  surnames,
  wordsBeforeNames,
} from './han-words.ts';
import type { Segments } from './segments.ts';

/** A short Han name where it stands, in UTF-16 units. */
export type Candidate = { text: string; start: number; end: number };

type Surroundings = {
  /** What the word the name begins in has before the name; empty when it begins there itself. */
  left: string;
  right: string;
  /** Whether a word ends inside the name. */
  divided: boolean;
};

const look = ({ text, start, end }: Candidate, segments: Segments): Surroundings => {
  let from = Math.max(start, segments.start);
  while (from > segments.start && !segments.isBorder(from)) from -= 1;
  let to = Math.min(end, segments.end);
  while (to < segments.end && !segments.isBorder(to)) to += 1;
  let divided = false;
  for (let at = start + 1; at < end; at += 1) divided ||= segments.isBorder(at);
  return { left: text.slice(from, start), right: text.slice(end, to), divided };
};

const mayPrecede = (left: string): boolean =>
  surnames.has(left) || namePrefixes.has(left) || wordsBeforeNames.has(left);

/**
 * A name of two characters. The dictionary does not know it, so it may cut it in two or join its end with what
 * follows; only a name that lies wholly inside a longer word, or that begins inside one whose beginning is no
 * word of its own, is an accident.
 */
export const judgeTwo = (candidate: Candidate, segments: Segments): boolean => {
  const { left, right, divided } = look(candidate, segments);
  if (left === '' && (right === '' || divided)) return true;
  if (left === '') return nameSuffixes.has(right);
  if (!divided && right !== '') return false;
  return mayPrecede(left) && (divided || surnames.has(left) || namePrefixes.has(left));
};

/**
 * A name of one character: it must be a word of its own and not be measured, counted or intensified; inside a
 * word only where a surname stands with its usual company (老陈, 陈氏).
 */
export const judgeOne = (candidate: Candidate, segments: Segments): boolean => {
  const { text, start, end } = candidate;
  const name = text.slice(start, end);
  const { left, right } = look(candidate, segments);
  if (left === '' && right === '') {
    const before = text[start - 1] ?? '';
    if (degreeWords.has(before) && adjectives.has(name)) return false;
    return !numerals.has(before);
  }
  // A joining word and the name make a word by accident (連環 in 連環兒也不得); what follows shows the name.
  if (right === '' && wordsBeforeNames.has(left) && nameSuffixes.has(text[end] ?? '')) return true;
  if (!surnames.has(name)) return false;
  if (right === '') return left !== '大' && namePrefixes.has(left);
  return left === '' && nameSuffixes.has(right);
};
