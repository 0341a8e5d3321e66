import { stemmer } from 'stemmer';
import type { Alphabet } from './alphabet.ts';
import { foldedRun, runs } from './runs.ts';
import { englishStopWords } from './stop-words.ts';
import { termKey } from './term-key.ts';

/** Calls back for every term of a text, in text order; offsets are of the units it was made from. */
export type TermVisitor = (
  text: string,
  visit: (term: string, start: number, end: number) => void,
) => void;

/** The same by key (see termKey), without single ideographs and letters: pairs of neighbours tell more. */
export type StretchVisitor = (
  text: string,
  visit: (key: number, start: number, end: number) => void,
) => void;

/** The terms both the full-text table and the index in memory hold, in text order. */
export type TermSplitter = (text: string) => string[];

/** Stems of a long novel fit many times over; beyond it the oldest half goes. */
const rememberedStems = 50_000;

/**
 * Ideographs: every character and every pair of neighbours, so that a name of one or two characters is found.
 * Spaced words: Porter stems without stop words.
 */
export const createTermVisitor =
  (alphabet: Alphabet, stem: Stemmer = createStemmer()): TermVisitor =>
  (text, visit) => {
    for (const run of runs(text, alphabet)) {
      const folded = foldedRun(text, run, alphabet);
      if (run.ideographs) {
        for (let index = 0; index < folded.length; index++) {
          const start = run.start + index;
          visit(folded.charAt(index), start, start + 1);
          if (index + 1 < folded.length) visit(folded.slice(index, index + 2), start, start + 2);
        }
      } else if (!englishStopWords.has(folded)) visit(stem(folded), run.start, run.end);
    }
  };

/** Builds no string for a pair of ideographs: a long stretch has hundreds, and every request looks them up. */
export const createStretchVisitor =
  (alphabet: Alphabet, stem: Stemmer = createStemmer()): StretchVisitor =>
  (text, visit) => {
    for (const run of runs(text, alphabet)) {
      if (run.end - run.start < 2) continue;
      const folded = foldedRun(text, run, alphabet);
      if (run.ideographs) {
        for (let index = 0; index + 1 < folded.length; index++) {
          const start = run.start + index;
          visit(termKey(folded, index, index + 2), start, start + 2);
        }
      } else if (!englishStopWords.has(folded)) visit(termKey(stem(folded)), run.start, run.end);
    }
  };

export const createTermSplitter =
  (visitor: TermVisitor): TermSplitter =>
  (text) => {
    const terms: string[] = [];
    visitor(text, (term) => terms.push(term));
    return terms;
  };

export type Stemmer = (word: string) => string;

/** Porter stems with memory: a novel repeats its words. */
export const createStemmer = (): Stemmer => {
  const known = new Map<string, string>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    // Longer runs of letters are no words, and stemming them costs much.
    const stem = word.length > 40 ? word.slice(0, 40) : stemmer(word);
    if (known.size >= rememberedStems) {
      for (const key of [...known.keys()].slice(0, rememberedStems / 2)) known.delete(key);
    }
    known.set(word, stem);
    return stem;
  };
};
