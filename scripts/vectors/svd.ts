import { gram, multiply, orthonormalise } from './dense.ts';
import { symmetricEigen } from './eigen.ts';
import { type Sparse, times, transposedTimes } from './sparse.ts';

/** A stream of normally distributed numbers that is the same every time. */
const normalNumbers = (seed: number): (() => number) => {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 4294967296;
  };
  // Sums of twelve: no function whose last digit depends on the machine.
  return () => {
    let sum = -6;
    for (let index = 0; index < 12; index++) sum += uniform();
    return sum;
  };
};

const spare = 24;

/**
 * The rows of a sparse matrix in its `dimension` strongest directions (left singular vectors times singular values
 * to `power`), by a randomised projection with two power iterations.
 */
export const project = (
  matrix: Sparse,
  dimension: number,
  power: number,
  seed: number,
): Float32Array => {
  const width = dimension + spare;
  const next = normalNumbers(seed);
  let basis = Float32Array.from({ length: matrix.columns * width }, next);
  for (let round = 0; round < 3; round++) {
    basis = Float32Array.from(transposedTimes(matrix, times(matrix, basis, width), width));
    orthonormalise(basis, matrix.columns, width);
  }
  const image = times(matrix, basis, width);
  const { values, vectors } = symmetricEigen(gram(image, matrix.rows, width), width);
  const turn = new Float64Array(width * dimension);
  for (let column = 0; column < dimension; column++) {
    const strength = Math.sqrt(Math.max(values[column] ?? 0, 1e-12));
    for (let row = 0; row < width; row++) {
      turn[row * dimension + column] =
        (vectors[row * width + column] as number) * strength ** (power - 1);
    }
  }
  return multiply(image, matrix.rows, width, turn, dimension);
};
