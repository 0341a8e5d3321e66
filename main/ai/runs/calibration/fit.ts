/** Fits a correction of token counts to what providers reported. */
import { type ByKind, kinds, weighKinds } from './scripts.ts';

/** One call: what we counted, and what the provider reported for the same text. */
export type Sample = { counts: ByKind; reported: number };

/** What our counts of a model's tokens must be multiplied with to be the provider's. */
export type Correction = {
  /** The best guess, by kind of character. */
  ratios: ByKind;
  /** Tokens every call has beside its text: the template's own. */
  overhead: number;
  /** The guess times this lies above nearly all calls seen: what budgets count with. */
  upper: number;
  samples: number;
};

/** Fewer calls say nothing. */
export const minSamples = 3;
const defaultOverhead = 8;
/** How far from that a template's overhead usually lies. */
const overheadSpread = 40;
/** Weight of "as counted" against one call: a kind that was never sent keeps its count. */
const prior = 0.0002;
const rounds = 6;

/**
 * Solves linear equations whose matrix is symmetric and positive (the prior sees to that), one value for each
 * row.
 */
const solve = (matrix: readonly number[][], right: readonly number[]): number[] => {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  for (const [pivot, row] of rows.entries()) {
    const head = row[pivot] ?? 1;
    for (const [index, target] of rows.entries()) {
      if (index === pivot) continue;
      const factor = (target[pivot] ?? 0) / head;
      for (let column = pivot; column <= rows.length; column += 1) {
        target[column] = (target[column] ?? 0) - factor * (row[column] ?? 0);
      }
    }
  }
  return rows.map((row, index) => (row[rows.length] ?? 0) / (row[index] ?? 1));
};

type Guess = Pick<Correction, 'ratios' | 'overhead'>;

/** Weighted least squares on relative errors, drawn towards "as counted". */
const weighted = (samples: readonly Sample[], weights: readonly number[]): Guess => {
  const towards = [1, 0, 1, 1, defaultOverhead];
  const pulls = [prior, prior, prior, prior, prior / overheadSpread ** 2];
  const matrix = pulls.map((pull, row) => pulls.map((_, column) => (row === column ? pull : 0)));
  const right = pulls.map((pull, row) => pull * (towards[row] ?? 0));
  for (const [index, { counts, reported }] of samples.entries()) {
    const features = [...kinds.map((kind) => counts[kind] / reported), 1 / reported];
    for (const [row, feature] of features.entries()) {
      const pull = (weights[index] ?? 1) * feature;
      const target = matrix[row] ?? [];
      for (const [column, other] of features.entries()) {
        target[column] = (target[column] ?? 0) + pull * other;
      }
      right[row] = (right[row] ?? 0) + pull;
    }
  }
  const [han = 1, characters = 0, marks = 1, other = 1, overhead = defaultOverhead] = solve(
    matrix,
    right,
  );
  return { ratios: { han, characters, marks, other }, overhead };
};

export const quantile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))] ?? 0;
};

export const predictTokens = (counts: ByKind, guess: Guess): number =>
  weighKinds(counts, guess.ratios) + guess.overhead;

const clamp = (min: number, max: number, value: number): number =>
  Math.min(max, Math.max(min, value));

/**
 * The correction that calls so far support (N7), or null while they are too few. Robust: a call whose report is
 * off (a proxy that adds a prompt of its own) loses its weight.
 */
export const fitCorrection = (all: readonly Sample[]): Correction | null => {
  const samples = all.filter(
    ({ counts, reported }) => reported > 0 && kinds.some((kind) => counts[kind] > 0),
  );
  if (samples.length < minSamples) return null;
  let weights = samples.map(() => 1);
  let guess: Guess = {
    ratios: { han: 1, characters: 0, marks: 1, other: 1 },
    overhead: defaultOverhead,
  };
  for (let round = 0; round < rounds; round += 1) {
    guess = weighted(samples, weights);
    const errors = samples.map(({ counts, reported }) =>
      Math.abs(predictTokens(counts, guess) / reported - 1),
    );
    const typicalError = Math.max(0.002, quantile(errors, 0.5) * 1.5);
    weights = errors.map((error) => (error <= typicalError ? 1 : typicalError / error));
  }
  const { ratios } = guess;
  const bounded: Guess = {
    // Kinds ride on each other, so that a single ratio may lie far out while their sum is right.
    ratios: {
      han: clamp(-2, 6, ratios.han),
      characters: clamp(-2, 4, ratios.characters),
      marks: clamp(-6, 16, ratios.marks),
      other: clamp(0.1, 6, ratios.other),
    },
    overhead: clamp(-100, 400, guess.overhead),
  };
  const above = samples.map(({ counts, reported }) => reported / predictTokens(counts, bounded));
  // Few calls have not shown their worst yet.
  const unseen = 0.2 / samples.length;
  const upper = clamp(1, 1.5, Math.max(1, quantile(above, 0.95)) + unseen);
  return { ...bounded, upper, samples: samples.length };
};
