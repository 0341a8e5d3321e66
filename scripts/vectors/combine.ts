import type { Company } from './company.ts';
import { gram, multiply, unitRows } from './dense.ts';
import { symmetricEigen } from './eigen.ts';
import type { ChineseWord } from './vocabulary.ts';

/** Rows of a fixed width, one after another. */
export type Rows = { cells: Float32Array; width: number };

/** Of every word the company it keeps: a stem's own row, a Chinese word's the sum over its glosses. */
export const companyRows = (
  stems: readonly string[],
  words: readonly ChineseWord[],
  { stems: known }: Company,
  { cells, width }: Rows,
): Rows => {
  const numbers = new Map(known.map((stem, number) => [stem, number]));
  const rows = new Float32Array((stems.length + words.length) * width);
  const add = (row: number, stem: string, weight: number): void => {
    const number = numbers.get(stem);
    if (number === undefined) return;
    for (let index = 0; index < width; index++) {
      rows[row * width + index] =
        (rows[row * width + index] ?? 0) + weight * (cells[number * width + index] ?? 0);
    }
  };
  stems.forEach((stem, row) => {
    add(row, stem, 1);
  });
  words.forEach(({ glosses }, number) => {
    for (const gloss of glosses) {
      const weight = gloss.weight / Math.sqrt(gloss.stems.length);
      for (const stem of gloss.stems) add(stems.length + number, stem, weight);
    }
  });
  unitRows(rows, stems.length + words.length, width);
  return { cells: rows, width };
};

/**
 * Both views side by side, the company a word keeps weighted by `share`, turned into the `dimension` directions
 * that keep most of both.
 */
export const combine = (
  dictionary: Rows,
  keeping: Rows,
  count: number,
  share: number,
  dimension: number,
): Float32Array => {
  const width = dictionary.width + keeping.width;
  const both = new Float32Array(count * width);
  for (let row = 0; row < count; row++) {
    const at = row * width;
    both.set(dictionary.cells.subarray(row * dictionary.width, (row + 1) * dictionary.width), at);
    for (let index = 0; index < keeping.width; index++) {
      both[at + dictionary.width + index] =
        share * (keeping.cells[row * keeping.width + index] ?? 0);
    }
  }
  const { vectors } = symmetricEigen(gram(both, count, width), width);
  const turn = new Float64Array(width * dimension);
  for (let row = 0; row < width; row++) {
    for (let column = 0; column < dimension; column++) {
      turn[row * dimension + column] = vectors[row * width + column] ?? 0;
    }
  }
  const turned = multiply(both, count, width, turn, dimension);
  unitRows(turned, count, dimension);
  return turned;
};
