import type { Flat } from './flat.ts';
import { bestOf } from './lexical/best.ts';

/** How much each view of a passage counts. */
export type Weights = {
  /** Of the share of the question that was matched word for word. */
  lexical: number;
  /** Of its cube: a passage that has most of the question is what was meant. */
  sure: number;
  nearness: number;
  /** Of the nearest sentence. */
  sentence: number;
  window: number;
  chunk: number;
  /** Of the better neighbour: scenes span chunks. */
  neighbour: number;
};

/** For a question that shares words with the book. */
export const usualWeights: Weights = {
  lexical: 4,
  sure: 80,
  nearness: 1,
  sentence: 1.5,
  window: 0.7,
  chunk: 0.7,
  neighbour: 0.3,
};

/** For one that shares none, as a question in another language: then its words, one by one, are the best guide. */
export const foreignWeights: Weights = {
  lexical: 0,
  sure: 0,
  nearness: 1,
  sentence: 1.5,
  window: 1,
  chunk: 1,
  neighbour: 0,
};

export type Views = {
  flat: Flat;
  /** Numbers of all current chunks. */
  everyone: readonly number[];
  /** Of each chunk the share of the question that it matches, 0 to 1. */
  lexical: Float64Array;
  /** Deviations; null when nothing of meaning is known. */
  nearness: Float32Array | null;
  /** Deviations; null without the sentence encoder. */
  sentences: Float32Array | null;
  /** Deviations for chosen candidates. */
  words: ((candidates: readonly number[]) => { window: Float32Array; chunk: Float32Array }) | null;
  candidates: number;
  weights?: Weights;
};

/**
 * One score per chunk, greater is better, 0 for chunks nothing speaks for. With words alone it is their share of
 * the question; otherwise what is said of meaning is added, so that a weak match of words cannot outvote it and a
 * strong one always does.
 */
export const fuse = (views: Views): Float64Array => {
  const { flat, everyone, lexical, nearness } = views;
  if (!nearness) return lexical;
  const shares = lexical.some((share) => share > 0);
  const weights = views.weights ?? (shares ? usualWeights : foreignWeights);
  const scores = new Float64Array(flat.total);
  for (const number of everyone) {
    const share = lexical[number] ?? 0;
    scores[number] =
      weights.lexical * share +
      weights.sure * share ** 3 +
      weights.nearness * (nearness[number] ?? 0) +
      weights.sentence * (views.sentences?.[number] ?? 0);
  }
  const candidates = bestOf(shifted(scores, everyone), views.candidates).sort((a, b) => a - b);
  if (views.words) {
    const { window, chunk } = views.words(candidates);
    for (const number of candidates) {
      scores[number] =
        (scores[number] ?? 0) +
        weights.window * (window[number] ?? 0) +
        weights.chunk * (chunk[number] ?? 0);
    }
  }
  const raised = new Float64Array(flat.total).fill(Number.NEGATIVE_INFINITY);
  for (const number of candidates) {
    const around = ([-1, 1] as const)
      .map((step) => flat.neighbour(number, step))
      .map((other) => (other >= 0 ? (scores[other] ?? 0) : 0));
    raised[number] = (scores[number] ?? 0) + weights.neighbour * Math.max(...around, 0);
  }
  return shifted(raised, candidates);
};

/** The same order with every chosen score above 0 and all others at 0. */
const shifted = (scores: Float64Array, chosen: readonly number[]): Float64Array => {
  let least = 0;
  for (const number of chosen) least = Math.min(least, scores[number] ?? 0);
  const result = new Float64Array(scores.length);
  for (const number of chosen) result[number] = (scores[number] ?? 0) - least + 1e-3;
  return result;
};
