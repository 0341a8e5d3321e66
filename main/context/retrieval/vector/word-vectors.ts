import { createKeyTable, getKey, type KeyTable, setKey } from '../text/key-table.ts';
import { termKey } from '../text/term-key.ts';

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
  /** The word's stored row. */
  cellsOf(word: number): Int8Array;
  /** 1 / length of it. */
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

/** The file, read piece by piece: its vectors go straight to where they stay, for they are most of it. */
export type VectorFile = {
  /** In bytes. */
  size: number;
  /** Fills the target with what stands from `position` on. */
  read(target: Uint8Array | Int8Array, position: number): Promise<void>;
};

/** Reads the file into memory that threads share. TypeError when it is no such file, or not whole. */
export const readWordVectors = async (file: VectorFile): Promise<WordVectorParts> => {
  const header = Buffer.alloc(Math.min(headerBytes, file.size));
  await file.read(header, 0);
  const word = (index: number): number => header.readUInt32LE(index * 4);
  if (header.length < headerBytes || word(0) !== fileMagic || word(1) !== fileFormat) {
    throw new TypeError('This is no file of word vectors.');
  }
  const dimension = word(2);
  const count = word(3);
  const weightsAt = headerBytes + count * 8;
  if (file.size !== weightsAt + count * (1 + dimension)) {
    throw new TypeError('The file of word vectors is not whole.');
  }
  const keys = new Float64Array(count);
  await file.read(new Uint8Array(keys.buffer), headerBytes);
  const table = createKeyTable(count);
  for (let number = 0; number < count; number++) setKey(table, keys[number] ?? -1, number);
  const weights = new Uint8Array(count);
  await file.read(weights, weightsAt);
  const cells = new Int8Array(new SharedArrayBuffer(count * dimension));
  await file.read(cells, weightsAt + count);
  const stamp = word(4).toString(16).padStart(8, '0');
  return { dimension, stamp, table, weights, cells };
};

/** 1 / length; 0 for a row of zeros. */
const inverseLength = (row: Int8Array): number => {
  let sum = 0;
  for (const cell of row) sum += cell * cell;
  return sum > 0 ? 1 / Math.sqrt(sum) : 0;
};

export const createWordVectors = (parts: WordVectorParts): WordVectors => {
  const { dimension, table, weights, cells } = parts;
  // Lengths are taken when a word is first met: a book has few of all words.
  const scales = new Float32Array(weights.length);
  const cellsOf = (word: number): Int8Array =>
    cells.subarray(word * dimension, (word + 1) * dimension);
  const scaleOf = (word: number): number => {
    const known = scales[word] ?? 0;
    if (known > 0) return known;
    const scale = inverseLength(cellsOf(word));
    scales[word] = scale;
    return scale;
  };
  return {
    count: weights.length,
    dimension,
    stamp: parts.stamp,
    find: (text, start, end) => getKey(table, termKey(text, start, end)),
    weightOf: (word) => (weights[word] ?? 255) / 255,
    cellsOf,
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
