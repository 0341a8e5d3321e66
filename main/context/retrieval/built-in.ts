import { open } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import type { BuiltInSearch } from './search.ts';
import { preambleBytes, readEncoderMark } from './sentence/encoder-file.ts';
import type { SentenceSource } from './sentence/understand.ts';
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
export type LoadedBuiltIn = {
  search: BuiltInSearch;
  parts: WordVectorParts;
  sentences: SentenceSource;
};

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

/** Only which encoder it is: its reader is the worker. */
const findSentences = async (folder: string): Promise<SentenceSource> => {
  const handle = await open(path.join(folder, 'encoder.bin'), 'r');
  try {
    const preamble = Buffer.alloc(preambleBytes);
    const { bytesRead } = await handle.read(preamble, 0, preambleBytes, 0);
    return { folder, ...readEncoderMark(preamble.subarray(0, bytesRead)) };
  } finally {
    await handle.close();
  }
};

/**
 * Reads `assets/vectors/words.bin` and finds `assets/sentences`. RETRIEVAL_UNAVAILABLE when either is absent or not
 * whole.
 */
export const loadBuiltIn = async (
  assets: string,
  alphabet: Alphabet,
  kernel: Kernel,
): Promise<LoadedBuiltIn> => {
  try {
    const { parts, matrix } = await readFromDisk(path.join(assets, 'vectors', 'words.bin'), kernel);
    const sentences = await findSentences(path.join(assets, 'sentences'));
    const vectors = createWordVectors(parts);
    return {
      parts,
      sentences,
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
