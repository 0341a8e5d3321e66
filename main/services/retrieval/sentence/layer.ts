import { type Kernel, queryScale } from '../vector/kernel.ts';
import type { EncoderParts } from './encoder-file.ts';

/** Writes the layer's answer for `input` (as long as its columns) to `output` (as long as its rows). */
export type Layer = {
  readonly rows: number;
  readonly columns: number;
  apply(input: Float32Array, output: Float32Array): void;
};

/**
 * A fully connected layer: 8-bit weights times the input as whole numbers of thirteen bits, so that it runs on the
 * kernel that compares vectors.
 */
export const createLayer = (kernel: Kernel, parts: EncoderParts, name: string): Layer => {
  const { rows, columns, scales, cells } = parts.rows(`${name}/weights`);
  const bias = parts.numbers(`${name}/bias`);
  const matrix = kernel.createMatrix(rows, columns);
  matrix.cells.set(cells);
  const scaled = new Float32Array(columns);
  return {
    rows,
    columns,
    apply(input, output) {
      let greatest = 0;
      for (let index = 0; index < columns; index++) {
        greatest = Math.max(greatest, Math.abs(input[index] ?? 0));
      }
      const factor = greatest > 0 ? 1 / greatest : 0;
      for (let index = 0; index < columns; index++) scaled[index] = (input[index] ?? 0) * factor;
      matrix.setQuery(scaled);
      const products = matrix.scan(0, rows);
      const unit = greatest / queryScale;
      for (let row = 0; row < rows; row++) {
        output[row] = (products[row] ?? 0) * (scales[row] ?? 0) * unit + (bias[row] ?? 0);
      }
    },
  };
};

/** Every number less the mean, divided by the spread, times a scale, plus a shift. */
export type Normalisation = (input: Float32Array, output: Float32Array) => void;

export const createNormalisation = (parts: EncoderParts, name: string): Normalisation => {
  const scale = parts.numbers(`${name}/scale`);
  const shift = parts.numbers(`${name}/shift`);
  const width = scale.length;
  return (input, output) => {
    let mean = 0;
    for (let index = 0; index < width; index++) mean += input[index] ?? 0;
    mean /= width;
    let variance = 0;
    for (let index = 0; index < width; index++) variance += ((input[index] ?? 0) - mean) ** 2;
    const factor = 1 / Math.sqrt(variance / width + 1e-6);
    for (let index = 0; index < width; index++) {
      output[index] =
        ((input[index] ?? 0) - mean) * factor * (scale[index] ?? 0) + (shift[index] ?? 0);
    }
  };
};
