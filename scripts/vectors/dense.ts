/** Matrices in row order. Sums are taken in 64 bits: the numbers kept are of 32. */

/** Columns times columns: the width × width matrix of their products. */
export const gram = (matrix: Float32Array, rows: number, width: number): Float64Array => {
  const sums = new Float64Array(width * width);
  for (let row = 0; row < rows; row++) {
    const at = row * width;
    for (let left = 0; left < width; left++) {
      const value = matrix[at + left] as number;
      if (value === 0) continue;
      const to = left * width;
      for (let right = left; right < width; right++) {
        sums[to + right] = (sums[to + right] as number) + value * (matrix[at + right] as number);
      }
    }
  }
  for (let left = 0; left < width; left++) {
    for (let right = 0; right < left; right++) {
      sums[left * width + right] = sums[right * width + left] as number;
    }
  }
  return sums;
};

/** The upper triangle R with RᵀR = the symmetric positive matrix. */
const cholesky = (matrix: Float64Array, width: number): Float64Array => {
  const upper = new Float64Array(width * width);
  for (let row = 0; row < width; row++) {
    for (let column = row; column < width; column++) {
      let sum = matrix[row * width + column] as number;
      for (let inner = 0; inner < row; inner++) {
        sum -= (upper[inner * width + row] as number) * (upper[inner * width + column] as number);
      }
      upper[row * width + column] =
        row === column
          ? Math.sqrt(Math.max(sum, 1e-12))
          : sum / (upper[row * width + row] as number);
    }
  }
  return upper;
};

/** Makes the columns orthonormal, in place. */
export const orthonormalise = (matrix: Float32Array, rows: number, width: number): void => {
  const upper = cholesky(gram(matrix, rows, width), width);
  const solved = new Float64Array(width);
  for (let row = 0; row < rows; row++) {
    const at = row * width;
    for (let column = 0; column < width; column++) solved[column] = matrix[at + column] as number;
    for (let column = 0; column < width; column++) {
      const value = (solved[column] as number) / (upper[column * width + column] as number);
      solved[column] = value;
      const from = column * width;
      for (let right = column + 1; right < width; right++) {
        solved[right] = (solved[right] as number) - value * (upper[from + right] as number);
      }
    }
    for (let column = 0; column < width; column++) matrix[at + column] = solved[column] as number;
  }
};

/** matrix (rows × width) times other (width × columns). */
export const multiply = (
  matrix: Float32Array,
  rows: number,
  width: number,
  other: Float64Array,
  columns: number,
): Float32Array => {
  const product = new Float32Array(rows * columns);
  const sums = new Float64Array(columns);
  for (let row = 0; row < rows; row++) {
    sums.fill(0);
    for (let inner = 0; inner < width; inner++) {
      const value = matrix[row * width + inner] as number;
      if (value === 0) continue;
      const from = inner * columns;
      for (let column = 0; column < columns; column++) {
        sums[column] = (sums[column] as number) + value * (other[from + column] as number);
      }
    }
    product.set(sums, row * columns);
  }
  return product;
};

/** Every row to length 1, in place; a row of zeros stays. */
export const unitRows = (matrix: Float32Array, rows: number, width: number): void => {
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let column = 0; column < width; column++)
      sum += (matrix[row * width + column] as number) ** 2;
    if (sum === 0) continue;
    const factor = 1 / Math.sqrt(sum);
    for (let column = 0; column < width; column++) {
      matrix[row * width + column] = (matrix[row * width + column] as number) * factor;
    }
  }
};
