import { open } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import type { BuiltInSearch } from './search.ts';
import type { Alphabet } from './text/alphabet.ts';
import { createStemmer } from './text/terms.ts';
import type { Kernel } from './vector/kernel.ts';
import { createWordSplitter } from './vector/words.ts';
import {
  createWordVectors,
  readWordVectors,
  type VectorFile,
  type WordVectorParts,
} from './vector/word-vectors.ts';

/** The built-in embedder, and what of it the worker needs. */
export type LoadedBuiltIn = { search: BuiltInSearch; parts: WordVectorParts };

const readFromDisk = async (file: string, kernel: Kernel) => {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const read: VectorFile['read'] = async (target, position) => {
      let done = 0;
      while (done < target.length) {
        const rest = target.length - done;
        const { bytesRead } = await handle.read(target, done, rest, position + done);
        if (bytesRead === 0) throw new TypeError('The file of word vectors is not whole.');
        done += bytesRead;
      }
    };
    return await readWordVectors({ size, read }, kernel);
  } finally {
    await handle.close();
  }
};

/** Reads `assets/vectors/words.bin`. RETRIEVAL_UNAVAILABLE when it is absent or not whole. */
export const loadBuiltIn = async (
  assets: string,
  alphabet: Alphabet,
  kernel: Kernel,
): Promise<LoadedBuiltIn> => {
  try {
    const { parts, matrix } = await readFromDisk(path.join(assets, 'vectors', 'words.bin'), kernel);
    const vectors = createWordVectors(parts);
    return {
      parts,
      search: {
        vectors,
        matrix,
        splitWords: createWordSplitter(alphabet, vectors, createStemmer()),
      },
    };
  } catch (error) {
    throw new AppError('RETRIEVAL_UNAVAILABLE', 'The word vectors cannot be read.', undefined, {
      cause: error,
    });
  }
};
