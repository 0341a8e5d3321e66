import { encode, quantise } from './encode.ts';
import { windows } from './windows.ts';
import type { WordSplitter } from './words.ts';
import type { WordVectors } from './word-vectors.ts';

/** The built-in embedder as the index uses it. */
export type BuiltIn = { vectors: WordVectors; splitWords: WordSplitter };

/** A vector of a chunk's window, and which of the chunk's words it stands for. */
type WindowVector = { from: number; to: number; cells: Int8Array };

/** The numbers of a chunk's content words, and its windows. */
export type ChunkEmbedding = { words: ArrayLike<number>; windows: readonly WindowVector[] };

/** Cuts a chunk into windows of sentences and turns each into a vector. */
export const understand = ({ vectors, splitWords }: BuiltIn, text: string): ChunkEmbedding => {
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
