import { type Kernel, type Matrix, queryScale } from './kernel.ts';
import type { Meaning } from './meaning.ts';
import { unitLength } from './encode.ts';

/**
 * The vectors of one part of the index, compared after the project's mean is taken away from both sides. The mean
 * is taken away here, not in what is stored, so stored vectors never grow stale.
 */
export type Comparable = {
  /** Without its rows, which are in the matrix. */
  meaning: Omit<Meaning, 'cells'>;
  matrix: Matrix;
  /** 1 / length of each stored row. */
  scales: Float32Array;
  /** Of each row, as a unit vector: its product with the mean, and 1 / its length without the mean. */
  withMean: Float32Array;
  rest: Float32Array;
};

export const toComparable = (kernel: Kernel, meaning: Meaning): Comparable => {
  const rows = meaning.from.length;
  const matrix = kernel.createMatrix(rows, meaning.dimension);
  const { cells, ...rest } = meaning;
  matrix.cells.set(cells);
  return {
    meaning: rest,
    matrix,
    scales: meaning.scales,
    withMean: new Float32Array(rows),
    rest: new Float32Array(rows).fill(1),
  };
};

/** The mean of the unit vectors of some parts; zeros when there are none. */
export const meanOf = (parts: readonly Comparable[], dimension: number): Float32Array => {
  const mean = new Float32Array(dimension);
  let rows = 0;
  for (const { meaning } of parts) {
    rows += meaning.scales.length;
    meaning.sum.forEach((value, index) => {
      mean[index] = (mean[index] ?? 0) + value;
    });
  }
  return rows > 0 ? mean.map((value) => value / rows) : mean;
};

const square = (vector: Float32Array): number =>
  vector.reduce((sum, value) => sum + value * value, 0);

/** Tells a part the mean of the project. */
export const centre = (part: Comparable, mean: Float32Array): void => {
  const size = square(mean);
  part.matrix.setQuery(mean);
  const products = part.matrix.scan(0, part.matrix.rows);
  for (let row = 0; row < part.matrix.rows; row++) {
    const product = ((products[row] ?? 0) * (part.scales[row] ?? 0)) / queryScale;
    part.withMean[row] = product;
    const left = 1 - 2 * product + size;
    part.rest[row] = left > 1e-9 ? 1 / Math.sqrt(left) : 0;
  }
};

/** A question without the project's mean: its direction, and its product with the mean. */
export type CentredQuery = { direction: Float32Array; withMean: number };

export const centreQuery = (query: Float32Array, mean: Float32Array): CentredQuery => {
  const direction = new Float32Array(query.length);
  for (let index = 0; index < query.length; index++) {
    direction[index] = (query[index] ?? 0) - (mean[index] ?? 0);
  }
  unitLength(direction);
  let withMean = 0;
  for (let index = 0; index < direction.length; index++) {
    withMean += (direction[index] ?? 0) * (mean[index] ?? 0);
  }
  return { direction, withMean };
};

/** Windows of few words are trusted less. */
const doubt = 4;

/** How near the best window of each chunk comes to the query; -1 where a chunk has no vector. */
export const compareChunks = (
  part: Comparable,
  query: CentredQuery,
  chunks: ArrayLike<number>,
  scores: Float32Array,
): void => {
  part.matrix.setQuery(query.direction);
  const { vectorOffsets, from, to } = part.meaning;
  for (let index = 0; index < chunks.length; index++) {
    const chunk = chunks[index] ?? 0;
    const first = vectorOffsets[chunk] ?? 0;
    const count = (vectorOffsets[chunk + 1] ?? first) - first;
    const products = part.matrix.scan(first, count);
    let best = -1;
    for (let row = 0; row < count; row++) {
      const place = first + row;
      const raw = ((products[row] ?? 0) * (part.scales[place] ?? 0)) / queryScale;
      const cosine = (raw - query.withMean) * (part.rest[place] ?? 0);
      const words = (to[place] ?? 0) - (from[place] ?? 0);
      const score = words > 0 ? (cosine * words) / (words + doubt) : cosine;
      if (score > best) best = score;
    }
    scores[chunk] = best;
  }
};
