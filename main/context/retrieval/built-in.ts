import { open } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import { preambleBytes, readEncoderMark } from './sentence/encoder-file.ts';
import type { SentenceSource } from './sentence/understand.ts';
import { readWordVectors, type VectorFile, type WordVectorParts } from './vector/word-vectors.ts';

/** What the worker needs of the built-in embedder. */
export type LoadedBuiltIn = { parts: WordVectorParts; sentences: SentenceSource };

const readFromDisk = async (file: string): Promise<WordVectorParts> => {
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
    return await readWordVectors({ size, read });
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
export const loadBuiltIn = async (assets: string): Promise<LoadedBuiltIn> => {
  try {
    const parts = await readFromDisk(path.join(assets, 'vectors', 'words.bin'));
    const sentences = await findSentences(path.join(assets, 'sentences'));
    return { parts, sentences };
  } catch (error) {
    throw new AppError('RETRIEVAL_UNAVAILABLE', 'The word vectors cannot be read.', undefined, {
      cause: error,
    });
  }
};
