/** One score from what the words and the vectors say of each candidate. */
import { spread } from './soft-match.ts';

/** How much each view of a passage counts. */
export type Weights = {
  /** Of the share of the question that was matched word for word. */
  words: number;
  /** Of its cube: a passage that has most of the question is what was meant. */
  certain: number;
  /** Of the nearest window of dictionary vectors, or the nearest vector of an endpoint. */
  window: number;
  /** Of the nearest sentence. */
  sentence: number;
  /** Of the nearest vector of the writer's own model. Chosen as that of a sentence: no real model was measured. */
  model: number;
  /** Of how well each word of the question is met: in one window, and in the whole chunk. */
  softWindow: number;
  softChunk: number;
};

/** For a question that shares words with the book. */
const defaultWeights: Weights = {
  words: 4,
  certain: 80,
  window: 1,
  sentence: 1.5,
  model: 1.5,
  softWindow: 0.7,
  softChunk: 0.7,
};

/** For one that shares none, as a question in another language: then its words, one by one, are the best guide. */
const foreignWeights: Weights = {
  words: 0,
  certain: 0,
  window: 1,
  sentence: 1.5,
  model: 1.5,
  softWindow: 1,
  softChunk: 1,
};

export const weightsFor = (sharesWords: boolean): Weights =>
  sharesWords ? defaultWeights : foreignWeights;

/** Similarities of some candidates as deviations; one that is not among them is as far as the farthest that is. */
export const standardise = (
  candidates: readonly number[],
  similarities: ReadonlyMap<number, number>,
): Map<number, number> => {
  if (similarities.size === 0) return new Map();
  const farthest = [...similarities.values()].reduce((a, b) => Math.min(a, b));
  const values = candidates.map((id) => similarities.get(id) ?? farthest);
  const { mean, deviation } = spread(values);
  return new Map(
    candidates.map((id, at) => [id, deviation > 0 ? ((values[at] ?? 0) - mean) / deviation : 0]),
  );
};
