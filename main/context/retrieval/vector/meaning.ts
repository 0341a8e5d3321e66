import { encode, quantise } from './encode.ts';
import { windows } from './windows.ts';
import type { WordSplitter } from './words.ts';
import { inverseLengths, type WordVectors } from './word-vectors.ts';

/** The built-in embedder as the index uses it. */
export type BuiltIn = { vectors: WordVectors; splitWords: WordSplitter };

/** A vector of a chunk's window, and which of the chunk's words it stands for. */
export type WindowVector = { from: number; to: number; cells: Int8Array };

/** The numbers of a chunk's content words, and its windows. */
export type ChunkMeaning = { words: ArrayLike<number>; windows: readonly WindowVector[] };

/** Vectors that stand for no words of their own: rows of `dimension` cells, one after another. */
export const meaningOfRows = (cells: Int8Array, dimension: number): ChunkMeaning => ({
  words: [],
  windows: Array.from({ length: cells.length / dimension }, (_, row) => ({
    from: 0,
    to: 0,
    cells: cells.subarray(row * dimension, (row + 1) * dimension),
  })),
});

/** Cuts a chunk into windows of sentences and turns each into a vector. */
export const understand = ({ vectors, splitWords }: BuiltIn, text: string): ChunkMeaning => {
  const words = splitWords(text);
  return {
    words: words.ids,
    windows: windows(text, words.starts).map(({ from, to }) => ({
      from,
      to,
      cells: quantise(encode(vectors, words.ids, from, to)),
    })),
  };
};

/** What a segment knows of meaning, in typed arrays that cross a thread without a copy. */
export type Meaning = {
  dimension: number;
  /** Content words of all chunks; chunk c has `wordOffsets[c]` to `wordOffsets[c + 1]`. Empty for an endpoint. */
  words: Uint32Array<ArrayBuffer>;
  wordOffsets: Uint32Array<ArrayBuffer>;
  /** Vectors of all chunks; chunk c has `vectorOffsets[c]` to `vectorOffsets[c + 1]`. */
  vectorOffsets: Uint32Array<ArrayBuffer>;
  /** Which of `words` each vector stands for. */
  from: Uint32Array<ArrayBuffer>;
  to: Uint32Array<ArrayBuffer>;
  cells: Int8Array<ArrayBuffer>;
  /** 1 / length of each row of `cells`. */
  scales: Float32Array<ArrayBuffer>;
  /** Of all rows as unit vectors. */
  sum: Float32Array<ArrayBuffer>;
};

export const joinMeanings = (chunks: readonly ChunkMeaning[], dimension: number): Meaning => {
  const offsets = (count: (chunk: ChunkMeaning) => number): Uint32Array<ArrayBuffer> => {
    const sums = new Uint32Array(chunks.length + 1);
    chunks.forEach((chunk, index) => {
      sums[index + 1] = (sums[index] ?? 0) + count(chunk);
    });
    return sums;
  };
  const wordOffsets = offsets((chunk) => chunk.words.length);
  const vectorOffsets = offsets((chunk) => chunk.windows.length);
  const vectors = vectorOffsets[chunks.length] ?? 0;
  const meaning: Meaning = {
    dimension,
    words: new Uint32Array(wordOffsets[chunks.length] ?? 0),
    wordOffsets,
    vectorOffsets,
    from: new Uint32Array(vectors),
    to: new Uint32Array(vectors),
    cells: new Int8Array(vectors * dimension),
    scales: new Float32Array(vectors),
    sum: new Float32Array(dimension),
  };
  chunks.forEach((chunk, index) => {
    const firstWord = wordOffsets[index] ?? 0;
    meaning.words.set(chunk.words, firstWord);
    chunk.windows.forEach((window, number) => {
      const place = (vectorOffsets[index] ?? 0) + number;
      meaning.from[place] = firstWord + window.from;
      meaning.to[place] = firstWord + window.to;
      meaning.cells.set(window.cells, place * dimension);
    });
  });
  meaning.scales.set(inverseLengths(meaning.cells, vectors, dimension));
  for (let row = 0; row < vectors; row++) {
    const scale = meaning.scales[row] ?? 0;
    for (let index = 0; index < dimension; index++) {
      const cell = meaning.cells[row * dimension + index] ?? 0;
      meaning.sum[index] = (meaning.sum[index] ?? 0) + scale * cell;
    }
  }
  return meaning;
};
