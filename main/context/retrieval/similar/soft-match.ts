/** How well each word of a question is met in a text by the nearest word there. */
import { type Kernel, type Matrix, queryScale } from '../vector/kernel.ts';
import type { WordVectors } from '../vector/word-vectors.ts';
import { firstUnknown } from '../vector/words.ts';

/** A list of word numbers: a window or a chunk. */
export type WordRange = { words: Uint32Array; from: number; to: number };

const minCosine = 0.2;

/**
 * For every text, how well each word of the question is met by the nearest word in it: the cosine, 1 for the word
 * itself, no less than 0.2; as deviations from what is usual among the texts of its group, weighted by what each
 * word tells. Answers one row of scores per group.
 */
export const softMatch = (
  { vectors, kernel }: { vectors: WordVectors; kernel: Kernel },
  question: readonly number[],
  groups: readonly (readonly WordRange[])[],
): Float32Array[] => {
  const { distinct, numbers } = distinctWords(groups.flat(), vectors.count);
  const matrix = gatherRows(vectors, kernel, distinct);
  const scores = groups.map((texts) => new Float32Array(texts.length));
  let weights = 0;
  for (const word of new Set(question)) {
    const weight = word < firstUnknown ? vectors.weightOf(word) : 1;
    weights += weight;
    const cosines = cosinesWith(vectors, matrix, word, distinct);
    for (const [group, texts] of groups.entries()) {
      const near = texts.map((text) => nearestWord(word, text, cosines, numbers));
      const { mean, deviation } = spread(near);
      const row = scores[group];
      near.forEach((value, index) => {
        if (row) row[index] = (row[index] ?? 0) + (weight * (value - mean)) / (deviation + 0.05);
      });
    }
  }
  return scores.map((row) => (weights > 0 ? row.map((score) => score / weights) : row));
};

const nearestWord = (
  word: number,
  { words, from, to }: WordRange,
  cosines: Float32Array,
  numbers: Int32Array,
): number => {
  let best = minCosine;
  for (let place = from; place < to; place++) {
    const other = words[place] ?? 0;
    if (other === word) return 1;
    const cosine = other < firstUnknown ? (cosines[numbers[other] ?? 0] ?? 0) : 0;
    if (cosine > best) best = cosine;
  }
  return best;
};

const distinctWords = (
  texts: readonly WordRange[],
  count: number,
): { distinct: number[]; numbers: Int32Array } => {
  const numbers = new Int32Array(count).fill(-1);
  const distinct: number[] = [];
  for (const { words, from, to } of texts) {
    for (let place = from; place < to; place++) {
      const word = words[place] ?? firstUnknown;
      if (word >= firstUnknown || numbers[word] !== -1) continue;
      numbers[word] = distinct.length;
      distinct.push(word);
    }
  }
  return { distinct, numbers };
};

/** The vectors of some words, ready to be compared with. */
const gatherRows = (vectors: WordVectors, kernel: Kernel, words: readonly number[]): Matrix => {
  const { dimension } = vectors;
  const matrix = kernel.createMatrix(words.length, dimension);
  words.forEach((word, row) => {
    matrix.cells.set(vectors.cellsOf(word), row * dimension);
  });
  return matrix;
};

/** Cosines of a word with all words of a matrix. */
const cosinesWith = (
  vectors: WordVectors,
  matrix: Matrix,
  word: number,
  others: readonly number[],
): Float32Array => {
  const cosines = new Float32Array(others.length);
  if (word >= firstUnknown) return cosines;
  const query = new Float32Array(vectors.dimension);
  vectors.addTo(query, word, 1);
  matrix.setQuery(query);
  const products = matrix.scan(0, others.length);
  others.forEach((other, index) => {
    cosines[index] = ((products[index] ?? 0) * vectors.scaleOf(other)) / queryScale;
  });
  return cosines;
};

export const spread = (values: ArrayLike<number>): { mean: number; deviation: number } => {
  let sum = 0;
  let squares = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    sum += value;
    squares += value * value;
  }
  const mean = values.length > 0 ? sum / values.length : 0;
  const variance = values.length > 0 ? squares / values.length - mean * mean : 0;
  return { mean, deviation: Math.sqrt(Math.max(variance, 0)) };
};
