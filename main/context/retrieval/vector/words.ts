import type { Alphabet } from '../text/alphabet.ts';
import { foldedRun, runs } from '../text/runs.ts';
import { chineseStopWords, englishStopWords } from '../text/stop-words.ts';
import { termKey } from '../text/term-key.ts';
import type { WordVectors } from './word-vectors.ts';

/** Content words in text order: the number of each and where it begins. */
export type Words = { ids: number[]; starts: number[] };

/** Numbers from here on are words without a vector, named by their key: they match only themselves. */
export const firstUnknown = 0x40000000;

const longestWord = 4;

export type WordSplitter = (text: string) => Words;

/** @param stem Porter's, as for the lexical terms */
export const createWordSplitter = (
  alphabet: Alphabet,
  vectors: WordVectors,
  stem: (word: string) => string,
): WordSplitter => {
  const unknown = (text: string, start: number, end: number): number =>
    firstUnknown + (termKey(text, start, end) % 0x3fffffff);
  return (text) => {
    const ids: number[] = [];
    const starts: number[] = [];
    for (const run of runs(text, alphabet)) {
      const folded = foldedRun(text, run, alphabet);
      if (!run.ideographs) {
        if (englishStopWords.has(folded)) continue;
        const word = stem(folded);
        const id = vectors.find(word, 0, word.length);
        ids.push(id >= 0 ? id : unknown(word, 0, word.length));
        starts.push(run.start);
        continue;
      }
      for (const { start, end, id } of segment(folded, vectors)) {
        if (chineseStopWords.has(folded.slice(start, end))) continue;
        ids.push(id >= 0 ? id : unknown(folded, start, end));
        starts.push(run.start + start);
      }
    }
    return { ids, starts };
  };
};

type Piece = { start: number; end: number; id: number };

/** The fewest known words that make up the run; of equal ways the one whose words tell most. */
export const segment = (folded: string, vectors: WordVectors): Piece[] => {
  const length = folded.length;
  const cost = new Float64Array(length + 1);
  const step = new Uint8Array(length + 1);
  const selected = new Int32Array(length + 1);
  for (let start = length - 1; start >= 0; start--) {
    let best = Number.POSITIVE_INFINITY;
    for (let size = Math.min(longestWord, length - start); size >= 1; size--) {
      const id = vectors.find(folded, start, start + size);
      if (id < 0 && size > 1) continue;
      // One word instead of two always wins; weights only break ties.
      const word = id < 0 ? 1.2 : 1.1 - 0.1 * vectors.weightOf(id) * (size > 1 ? 1 : 0.5);
      const total = word + (cost[start + size] ?? 0);
      if (total >= best) continue;
      best = total;
      step[start] = size;
      selected[start] = id;
    }
    cost[start] = best;
  }
  const pieces: Piece[] = [];
  for (let start = 0; start < length; start += step[start] ?? 1) {
    pieces.push({ start, end: start + (step[start] ?? 1), id: selected[start] ?? -1 });
  }
  return pieces;
};
