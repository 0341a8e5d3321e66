/** Rows of feature weights, compressed. */
export type Sparse = {
  rows: number;
  columns: number;
  offsets: Uint32Array;
  indices: Uint32Array;
  values: Float32Array;
};

export type FeatureRow = Map<string, number>;

/**
 * Features seen in at least two rows, weighted by rarity, rows to unit length. Features are numbered in the order
 * they are met, so that the same input gives the same matrix.
 */
export const weighByRarity = (rows: readonly FeatureRow[]): Sparse => {
  const frequency = new Map<string, number>();
  for (const row of rows) {
    for (const feature of row.keys()) frequency.set(feature, (frequency.get(feature) ?? 0) + 1);
  }
  const numbers = new Map<string, number>();
  const rarity: number[] = [];
  for (const [feature, count] of frequency) {
    if (count < 2) continue;
    numbers.set(feature, rarity.length);
    rarity.push(Math.log(rows.length / count));
  }
  return fromEntries(
    rows.map((row) => {
      const entries: [number, number][] = [];
      for (const [feature, weight] of row) {
        const number = numbers.get(feature);
        if (number !== undefined) entries.push([number, weight * (rarity[number] ?? 0)]);
      }
      return entries;
    }),
    rarity.length,
    true,
  );
};

export const fromEntries = (
  rows: readonly (readonly [number, number][])[],
  columns: number,
  unitRows: boolean,
): Sparse => {
  const offsets = new Uint32Array(rows.length + 1);
  rows.forEach((row, number) => {
    offsets[number + 1] = (offsets[number] ?? 0) + row.length;
  });
  const entries = offsets[rows.length] ?? 0;
  const sparse: Sparse = {
    rows: rows.length,
    columns,
    offsets,
    indices: new Uint32Array(entries),
    values: new Float32Array(entries),
  };
  let place = 0;
  for (const row of rows) {
    const length = unitRows ? Math.sqrt(row.reduce((sum, [, value]) => sum + value * value, 0)) : 1;
    for (const [column, value] of row) {
      sparse.indices[place] = column;
      sparse.values[place] = length > 0 ? value / length : 0;
      place++;
    }
  }
  return sparse;
};

/** Adds `weight` times `length` numbers of `from` to `to`. */
const addRow = (
  to: Float32Array,
  toStart: number,
  from: Float32Array,
  fromStart: number,
  length: number,
  weight: number,
): void => {
  for (let index = 0; index < length; index++) {
    to[toStart + index] =
      (to[toStart + index] as number) + weight * (from[fromStart + index] as number);
  }
};

/** matrix times dense, where dense has `width` columns. */
export const times = (matrix: Sparse, dense: Float32Array, width: number): Float32Array => {
  const product = new Float32Array(matrix.rows * width);
  for (let row = 0; row < matrix.rows; row++) {
    const to = matrix.offsets[row + 1] ?? 0;
    for (let place = matrix.offsets[row] ?? 0; place < to; place++) {
      const column = matrix.indices[place] ?? 0;
      addRow(product, row * width, dense, column * width, width, matrix.values[place] ?? 0);
    }
  }
  return product;
};

/** Transposed matrix times dense. */
export const transposedTimes = (
  matrix: Sparse,
  dense: Float32Array,
  width: number,
): Float32Array => {
  const product = new Float32Array(matrix.columns * width);
  for (let row = 0; row < matrix.rows; row++) {
    const to = matrix.offsets[row + 1] ?? 0;
    for (let place = matrix.offsets[row] ?? 0; place < to; place++) {
      const column = matrix.indices[place] ?? 0;
      addRow(product, column * width, dense, row * width, width, matrix.values[place] ?? 0);
    }
  }
  return product;
};
