/** What the tasks of the worker work with. */
import type { WorkerData } from './protocol.ts';
import { createPassageReader } from './sentence/passages.ts';
import { openSentenceReader, type SentenceReader } from './sentence/understand.ts';
import { openIndex } from './store/open.ts';
import { openSpace } from './store/vectors.ts';
import type { Tools } from './tasks.ts';
import { createStemmer, createTermSplitter, createTermVisitor } from './text/terms.ts';
import { createKernel } from './vector/kernel.ts';
import { createWordSplitter } from './vector/words.ts';
import { createWordVectors } from './vector/word-vectors.ts';

/** Opens the index; the built-in embedder with it, where the settings want one. */
export const createTools = (settings: WorkerData): Tools => {
  const { alphabet } = settings;
  const database = openIndex(settings.file, settings.binding);
  const visit = createTermVisitor(alphabet);
  const splitTerms = createTermSplitter(visit);
  const reading = { visit, alphabet };
  if (!settings.vectors || !settings.sentences) {
    return { database, splitTerms, reading, own: null, sentences: null };
  }
  const vectors = createWordVectors(settings.vectors);
  const source = settings.sentences;
  const kernel = createKernel();
  let opened: SentenceReader | null = null;
  const reader = (): SentenceReader => {
    opened ??= openSentenceReader(source, { kernel, alphabet, vectors });
    return opened;
  };
  return {
    database,
    splitTerms,
    reading,
    sentences: {
      space: openSpace(database, `sentences:${source.stamp}`, source.dimension, 'int8'),
      reader,
      passages: createPassageReader(reader),
    },
    own: {
      kernel,
      builtIn: { vectors, splitWords: createWordSplitter(alphabet, vectors, createStemmer()) },
      space: openSpace(database, `builtin:${vectors.stamp}`, vectors.dimension, 'int8'),
    },
  };
};
