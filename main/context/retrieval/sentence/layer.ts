import { type Kernel, queriesTogether, queryScale } from '../vector/kernel.ts';
import type { EncoderParts } from './encoder-file.ts';

/** Works on the numbers of several words at once, which stand one word's after another's. */
export type Layer = {
  readonly rows: number;
  readonly columns: number;
  /**
   * The layer's answers, `rows` numbers a word, for `count` words of `columns` numbers each. Valid until the next call.
   */
  apply(input: Float32Array, count: number): Float32Array;
};

/** Numbers to write to, the same memory every time: fresh memory costs as much as what is written to it. */
const createSpace = (): ((length: number) => Float32Array) => {
  let space = new Float32Array(0);
  return (length) => {
    if (space.length < length) space = new Float32Array(length);
    return space.subarray(0, length);
  };
};

/**
 * A fully connected layer: 8-bit weights times the input as whole numbers of thirteen bits, so that it runs on the
 * kernel that compares vectors.
 */
export const createLayer = (kernel: Kernel, parts: EncoderParts, name: string): Layer => {
  const { rows, columns, scales, cells } = parts.rows(`${name}/weights`);
  const bias = parts.numbers(`${name}/bias`);
  const matrix = kernel.createMatrix(rows, columns, queriesTogether);
  matrix.cells.set(cells);
  const scaled = new Float32Array(columns);
  const answers = createSpace();

  /** Makes a word's numbers the query of a place; answers the greatest of them. */
  const ask = (input: Float32Array, at: number, place: number): number => {
    let greatest = 0;
    for (let index = 0; index < columns; index++) {
      const size = Math.abs(input[at + index] as number);
      if (size > greatest) greatest = size;
    }
    const factor = greatest > 0 ? 1 / greatest : 0;
    for (let index = 0; index < columns; index++) {
      scaled[index] = (input[at + index] as number) * factor;
    }
    matrix.setQuery(scaled, place);
    return greatest;
  };

  const answer = (
    products: Int32Array,
    from: number,
    step: number,
    greatest: number,
    output: Float32Array,
    at: number,
  ): void => {
    const unit = greatest / queryScale;
    for (let row = 0; row < rows; row++) {
      output[at + row] =
        (products[from + row * step] as number) * (scales[row] as number) * unit +
        (bias[row] as number);
    }
  };

  return {
    rows,
    columns,
    apply(input, count) {
      const output = answers(count * rows);
      for (let first = 0; first < count; first += queriesTogether) {
        const together = Math.min(queriesTogether, count - first);
        const greatest: number[] = [];
        for (let place = 0; place < together; place++) {
          greatest.push(ask(input, (first + place) * columns, place));
        }
        const alone = together === 1;
        const products = alone ? matrix.scan(0, rows) : matrix.scanTogether();
        for (let place = 0; place < together; place++) {
          answer(
            products,
            place,
            alone ? 1 : queriesTogether,
            greatest[place] as number,
            output,
            (first + place) * rows,
          );
        }
      }
      return output;
    },
  };
};

/** Every number less its word's mean, divided by the spread, times a scale, plus a shift. Valid until the next call. */
export type Normalisation = (input: Float32Array, count: number) => Float32Array;

export const createNormalisation = (parts: EncoderParts, name: string): Normalisation => {
  const scale = parts.numbers(`${name}/scale`);
  const shift = parts.numbers(`${name}/shift`);
  const width = scale.length;
  const answers = createSpace();
  return (input, count) => {
    const output = answers(count * width);
    for (let at = 0; at < output.length; at += width) {
      let mean = 0;
      for (let index = 0; index < width; index++) mean += input[at + index] as number;
      mean /= width;
      let variance = 0;
      for (let index = 0; index < width; index++) {
        variance += ((input[at + index] as number) - mean) ** 2;
      }
      const factor = 1 / Math.sqrt(variance / width + 1e-6);
      for (let index = 0; index < width; index++) {
        output[at + index] =
          ((input[at + index] as number) - mean) * factor * (scale[index] as number) +
          (shift[index] as number);
      }
    }
    return output;
  };
};
