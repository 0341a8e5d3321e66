import { createRequire } from 'node:module';
import type { Tiktoken } from '@dqbd/tiktoken';
import type { EncodingName } from './tokenizers.ts';

/** What tokens there are, by encoding: they never change, so that all who count may share them. */
export type Vocabularies = {
  /** Reads it (some 400 ms) when it is asked for the first time. Throws what reading throws. */
  of(encoding: EncodingName): Tiktoken;
};

/** The package is put off with them: it reads a module of several megabytes on import, which would delay every start. */
export const createVocabularies = (): Vocabularies => {
  const read = new Map<EncodingName, Tiktoken>();
  return {
    of(encoding) {
      const known = read.get(encoding);
      if (known) return known;
      const library: typeof import('@dqbd/tiktoken') = createRequire(import.meta.url)(
        '@dqbd/tiktoken',
      );
      const vocabulary = library.get_encoding(encoding);
      read.set(encoding, vocabulary);
      return vocabulary;
    },
  };
};
