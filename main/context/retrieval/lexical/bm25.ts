import type { Postings } from './postings.ts';

/** The constants of SQLite's own bm25(). */
const lengthShare = 0.75;
const minIdf = 1e-6;

/** Terms looked up in every part of the index at once, in rows: every request has hundreds of them. */
export type LookedUp = {
  weights: Float64Array;
  idfs: Float64Array;
  /** By part the number of each term there, -1 where it is absent. */
  numbers: readonly Int32Array[];
};

const idfAmong = (texts: number, frequency: number): number => {
  const idf = Math.log((texts - frequency + 0.5) / (frequency + 0.5));
  return idf > 0 ? idf : minIdf;
};

/** What the parts know together: an index is one large part and the few that changed since. */
export type Collection = {
  parts: readonly Postings[];
  texts: number;
  totalLength: number;
  /** What a term tells that so many texts hold: worked out once, for every request asks of hundreds of terms. */
  idfs: Float64Array;
};

export const collect = (parts: readonly Postings[]): Collection => {
  const texts = parts.reduce((sum, part) => sum + part.lengths.length, 0);
  const totalLength = parts.reduce((sum, part) => sum + part.totalLength, 0);
  const idfs = Float64Array.from({ length: texts + 1 }, (_, frequency) =>
    idfAmong(texts, frequency),
  );
  return { parts, texts, totalLength, idfs };
};

/** How many texts of a part hold its term of this number. */
export const frequencyIn = (part: Postings, number: number): number =>
  (part.offsets[number + 1] ?? 0) - (part.offsets[number] ?? 0);

/** What a term tells: the more, the fewer texts hold it. */
export const idfOf = ({ idfs, texts }: Collection, frequency: number): number =>
  idfs[frequency] ?? idfAmong(texts, frequency);

/** Adds the BM25 score of every text of one part to `scores`. */
export const scorePart = (
  collection: Collection,
  partIndex: number,
  terms: LookedUp,
  scores: Float64Array,
  saturation: number,
): void => {
  const part = collection.parts[partIndex];
  if (!part) return;
  const average = collection.totalLength / Math.max(1, collection.texts);
  const perLength = (saturation * lengthShare) / average;
  const fixed = saturation * (1 - lengthShare);
  const numbers = terms.numbers[partIndex] ?? new Int32Array(0);
  for (let term = 0; term < numbers.length; term++) {
    const number = numbers[term] ?? -1;
    if (number < 0) continue;
    const to = part.offsets[number + 1] ?? 0;
    const gain = (terms.idfs[term] ?? 0) * (terms.weights[term] ?? 0) * (saturation + 1);
    for (let place = part.offsets[number] ?? 0; place < to; place++) {
      const text = part.texts[place] ?? 0;
      const count = part.counts[place] ?? 0;
      scores[text] =
        (scores[text] ?? 0) +
        (gain * count) / (count + fixed + perLength * (part.lengths[text] ?? 0));
    }
  }
};

/** The most a text could reach: every term matched without end. */
export const bestPossible = ({ weights, idfs }: LookedUp, saturation: number): number => {
  let sum = 0;
  for (let term = 0; term < weights.length; term++) sum += (idfs[term] ?? 0) * (weights[term] ?? 0);
  return (saturation + 1) * sum;
};
