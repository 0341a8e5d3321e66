import { type Matrix, queryScale } from './kernel.ts';
import { firstUnknown } from './words.ts';
import type { WordVectors } from './word-vectors.ts';

/** A list of word numbers: a window or a chunk. */
export type WordRange = { words: Uint32Array; from: number; to: number };

const leastCosine = 0.2;

/**
 * For every text, how well each word of the question is met by the nearest word in it: the cosine, 1 for the word
 * itself, no less than 0.2; as deviations from what is usual among these texts, weighted by what each word tells.
 */
export const softMatch = (
  vectors: WordVectors,
  matrix: Matrix,
  question: readonly number[],
  texts: readonly WordRange[],
): Float32Array => {
  const asked = [...new Set(question)];
  const { distinct, numbers } = distinctWords(texts, vectors.count);
  const scores = new Float32Array(texts.length);
  const near = new Float32Array(texts.length);
  const query = new Float32Array(vectors.dimension);
  let weights = 0;
  for (const word of asked) {
    const weight = word < firstUnknown ? vectors.weightOf(word) : 1;
    const cosines = cosinesWith(vectors, matrix, word, distinct, query);
    texts.forEach((text, index) => {
      let best = leastCosine;
      for (let place = text.from; place < text.to; place++) {
        const other = text.words[place] ?? 0;
        if (other === word) {
          best = 1;
          break;
        }
        const cosine = other < firstUnknown ? (cosines[numbers[other] ?? 0] ?? 0) : 0;
        if (cosine > best) best = cosine;
      }
      near[index] = best;
    });
    const { mean, deviation } = spread(near);
    weights += weight;
    for (let index = 0; index < scores.length; index++) {
      scores[index] =
        (scores[index] ?? 0) + (weight * ((near[index] ?? 0) - mean)) / (deviation + 0.05);
    }
  }
  if (weights > 0)
    for (let index = 0; index < scores.length; index++)
      scores[index] = (scores[index] ?? 0) / weights;
  return scores;
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

const cosinesWith = (
  vectors: WordVectors,
  matrix: Matrix,
  word: number,
  others: readonly number[],
  query: Float32Array,
): Float32Array => {
  const cosines = new Float32Array(others.length);
  if (word >= firstUnknown) return cosines;
  query.fill(0);
  vectors.addTo(query, word, 1);
  matrix.setQuery(query);
  const products = matrix.gather(others);
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
