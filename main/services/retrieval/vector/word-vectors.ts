import { createKeyTable, getKey, type KeyTable, setKey } from '../text/key-table.ts';
import { termKey } from '../text/term-key.ts';
import type { Kernel, Matrix } from './kernel.ts';

/**
 * The file of word vectors (assets/vectors/words.bin), little-endian: eight 32-bit words of header (magic, format,
 * dimension, words, stamp of the content, three reserved), then for every word its key (64-bit float, see termKey), its
 * weight (8-bit, 255 = 1) and its vector (8-bit numbers, greatest 127). The words themselves are not in it.
 */
export const fileMagic = 0x43455646;
export const fileFormat = 1;
export const headerBytes = 32;

/** Both languages in one space: a word's meaning as a direction, and how much it tells. */
export type WordVectors = {
  readonly count: number;
  readonly dimension: number;
  /** Changes with the content of the file: vectors made with another stamp are of another space. */
  readonly stamp: string;
  /** The number of a folded word or stem (text from start to end), or -1. */
  find(text: string, start: number, end: number): number;
  /** Between 0 (a function word) and 1 (a rare one). */
  weightOf(word: number): number;
  /** 1 / length of the word's stored row. */
  scaleOf(word: number): number;
  /** Adds `factor` times the word's unit vector. */
  addTo(sum: Float32Array, word: number, factor: number): void;
};

/** The vectors as they lie in memory; `cells` is shared between threads, the rest is small. */
export type WordVectorParts = {
  dimension: number;
  stamp: string;
  table: KeyTable;
  weights: Uint8Array;
  cells: Int8Array;
};

/** Reads the file into a matrix of the kernel. TypeError when it is no such file, or not whole. */
export const parseWordVectors = (
  file: Buffer,
  kernel: Kernel,
): { parts: WordVectorParts; matrix: Matrix } => {
  const word = (index: number): number => file.readUInt32LE(index * 4);
  if (file.length < headerBytes || word(0) !== fileMagic || word(1) !== fileFormat) {
    throw new TypeError('This is no file of word vectors.');
  }
  const dimension = word(2);
  const count = word(3);
  const weightsAt = headerBytes + count * 8;
  if (file.length !== weightsAt + count * (1 + dimension)) {
    throw new TypeError('The file of word vectors is not whole.');
  }
  const table = createKeyTable(count);
  const keys = new Float64Array(Uint8Array.from(file.subarray(headerBytes, weightsAt)).buffer);
  for (let number = 0; number < count; number++) setKey(table, keys[number] ?? -1, number);
  const matrix = kernel.createMatrix(count, dimension);
  matrix.cells.set(file.subarray(weightsAt + count));
  const parts: WordVectorParts = {
    dimension,
    stamp: word(4).toString(16).padStart(8, '0'),
    table,
    weights: Uint8Array.from(file.subarray(weightsAt, weightsAt + count)),
    cells: matrix.cells,
  };
  return { parts, matrix };
};

/** 1 / length of each row; 0 for a row of zeros. */
export const inverseLengths = (cells: Int8Array, rows: number, dimension: number): Float32Array => {
  const lengths = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let index = row * dimension; index < (row + 1) * dimension; index++) {
      const cell = cells[index] ?? 0;
      sum += cell * cell;
    }
    lengths[row] = sum > 0 ? 1 / Math.sqrt(sum) : 0;
  }
  return lengths;
};

export const createWordVectors = (parts: WordVectorParts): WordVectors => {
  const { dimension, table, weights, cells } = parts;
  // Lengths are taken when a word is first met: a book has few of all words.
  const scales = new Float32Array(weights.length);
  const scaleOf = (word: number): number => {
    const known = scales[word] ?? 0;
    if (known > 0) return known;
    const scale = inverseLengths(
      cells.subarray(word * dimension, (word + 1) * dimension),
      1,
      dimension,
    )[0];
    scales[word] = scale ?? 0;
    return scale ?? 0;
  };
  return {
    count: weights.length,
    dimension,
    stamp: parts.stamp,
    find: (text, start, end) => getKey(table, termKey(text, start, end)),
    weightOf: (word) => (weights[word] ?? 255) / 255,
    scaleOf,
    addTo(sum, word, factor) {
      const scale = factor * scaleOf(word);
      const from = word * dimension;
      for (let index = 0; index < dimension; index++) {
        sum[index] = (sum[index] ?? 0) + scale * (cells[from + index] ?? 0);
      }
    },
  };
};
