import type { ScriptCounts } from './scripts.ts';

/** One call: what we counted, and what the provider reported for the same text. */
export type Sample = ScriptCounts & { reported: number };

/** What our counts of a model's tokens must be multiplied with to be the provider's. */
export type Correction = {
  /** The best guess, by script. */
  han: number;
  other: number;
  /** Tokens every call has beside its text: the template's own. */
  overhead: number;
  /** The guess times this lies above nearly all calls seen: what budgets count with. */
  upper: number;
  samples: number;
};

/** Fewer calls say nothing. */
export const leastSamples = 3;
const usualOverhead = 8;
/** Weight of "as counted" against one call: a script that was never sent keeps its count. */
const prior = 0.02;
const rounds = 6;

type Vector = [number, number, number];

/** Solves three linear equations whose matrix is symmetric and positive: the prior sees to that. */
const solve = (matrix: readonly Vector[], right: Vector): Vector => {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  for (const [pivot, row] of rows.entries()) {
    const head = row[pivot] ?? 1;
    for (const [index, target] of rows.entries()) {
      if (index === pivot) continue;
      const factor = (target[pivot] ?? 0) / head;
      for (let column = pivot; column < 4; column += 1) {
        target[column] = (target[column] ?? 0) - factor * (row[column] ?? 0);
      }
    }
  }
  const value = (index: number): number => (rows[index]?.[3] ?? 0) / (rows[index]?.[index] ?? 1);
  return [value(0), value(1), value(2)];
};

/** Weighted least squares on relative errors, drawn towards "as counted". */
const weighted = (samples: readonly Sample[], weights: readonly number[]): Vector => {
  const matrix: Vector[] = [
    [prior, 0, 0],
    [0, prior, 0],
    [0, 0, prior / usualOverhead ** 2],
  ];
  const right: Vector = [prior, prior, prior / usualOverhead];
  for (const [index, { han, other, reported }] of samples.entries()) {
    const weight = weights[index] ?? 1;
    const features: Vector = [han / reported, other / reported, 1 / reported];
    for (let row = 0; row < 3; row += 1) {
      const target = matrix[row];
      if (!target) continue;
      for (let column = 0; column < 3; column += 1) {
        target[column] =
          (target[column] ?? 0) + weight * (features[row] ?? 0) * (features[column] ?? 0);
      }
      right[row] = (right[row] ?? 0) + weight * (features[row] ?? 0);
    }
  }
  return solve(matrix, right);
};

export const quantile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))] ?? 0;
};

export const predict = (counts: ScriptCounts, correction: Correction): number =>
  counts.han * correction.han + counts.other * correction.other + correction.overhead;

const inRange = (ratio: number): number => Math.min(4, Math.max(0.25, ratio));

/**
 * The correction that calls so far support (N7), or null while they are too few. Robust: a call whose report is
 * off (a proxy that adds a prompt of its own) loses its weight.
 */
export const fitCorrection = (all: readonly Sample[]): Correction | null => {
  const samples = all.filter(({ han, other, reported }) => reported > 0 && han + other > 0);
  if (samples.length < leastSamples) return null;
  let weights = samples.map(() => 1);
  let [han, other, overhead]: Vector = [1, 1, usualOverhead];
  for (let round = 0; round < rounds; round += 1) {
    [han, other, overhead] = weighted(samples, weights);
    const errors = samples.map(
      (sample) =>
        Math.abs(sample.han * han + sample.other * other + overhead - sample.reported) /
        sample.reported,
    );
    const usual = Math.max(0.002, quantile(errors, 0.5) * 1.5);
    weights = errors.map((error) => (error <= usual ? 1 : usual / error));
  }
  const guess: Correction = {
    han: inRange(han),
    other: inRange(other),
    overhead: Math.min(200, Math.max(0, overhead)),
    upper: 1,
    samples: samples.length,
  };
  const above = samples.map((sample) => sample.reported / predict(sample, guess));
  // Few calls have not shown their worst yet.
  const unseen = 0.2 / samples.length;
  return { ...guess, upper: Math.min(1.5, Math.max(1, quantile(above, 0.95)) + unseen) };
};
