/** Eigenvalues, greatest first, and their vectors as columns of a width × width matrix. */
export type Eigen = { values: Float64Array; vectors: Float64Array };

/**
 * A real symmetric matrix by Jacobi's rotations, cyclic, until what is off the diagonal is nothing. Slow for large
 * matrices and exact to the last digits; ours have a few hundred rows.
 */
export const symmetricEigen = (matrix: Float64Array, width: number): Eigen => {
  const work = matrix.slice();
  const rotations = new Float64Array(width * width);
  for (let row = 0; row < width; row++) rotations[row * width + row] = 1;
  const at = (row: number, column: number): number => work[row * width + column] as number;
  for (let sweep = 0; sweep < 30; sweep++) {
    let off = 0;
    let diagonal = 0;
    for (let row = 0; row < width; row++) {
      diagonal += at(row, row) ** 2;
      for (let column = row + 1; column < width; column++) off += at(row, column) ** 2;
    }
    if (off <= 1e-18 * diagonal) break;
    for (let left = 0; left < width - 1; left++) {
      for (let right = left + 1; right < width; right++)
        rotate(work, rotations, width, left, right);
    }
  }
  const order = Array.from({ length: width }, (_, index) => index).sort(
    (a, b) => at(b, b) - at(a, a),
  );
  const vectors = new Float64Array(width * width);
  order.forEach((from, to) => {
    for (let row = 0; row < width; row++) {
      // Rows of `rotations` are the vectors.
      vectors[row * width + to] = rotations[from * width + row] as number;
    }
  });
  return { values: Float64Array.from(order, (index) => at(index, index)), vectors };
};

const rotate = (
  work: Float64Array,
  rotations: Float64Array,
  width: number,
  left: number,
  right: number,
): void => {
  const cross = work[left * width + right] as number;
  if (cross === 0) return;
  const a = work[left * width + left] as number;
  const b = work[right * width + right] as number;
  if (cross * cross < 1e-26 * Math.abs(a * b)) return;
  const ratio = (b - a) / (2 * cross);
  const tangent = Math.sign(ratio || 1) / (Math.abs(ratio) + Math.sqrt(ratio * ratio + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  const leftRow = left * width;
  const rightRow = right * width;
  for (let index = 0; index < width; index++) {
    const x = work[leftRow + index] as number;
    const y = work[rightRow + index] as number;
    work[leftRow + index] = cosine * x - sine * y;
    work[rightRow + index] = sine * x + cosine * y;
    const p = rotations[leftRow + index] as number;
    const q = rotations[rightRow + index] as number;
    rotations[leftRow + index] = cosine * p - sine * q;
    rotations[rightRow + index] = sine * p + cosine * q;
  }
  for (let row = 0; row < width; row++) {
    const x = work[row * width + left] as number;
    const y = work[row * width + right] as number;
    work[row * width + left] = cosine * x - sine * y;
    work[row * width + right] = sine * x + cosine * y;
  }
};
