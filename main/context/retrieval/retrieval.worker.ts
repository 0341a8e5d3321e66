import { parentPort, workerData } from 'node:worker_threads';
import { reportError } from '#main/error-report.ts';
import type { TaskReply, TaskRequest, WorkerData } from './protocol.ts';
import { openIndex } from './store/open.ts';
import { openSpace } from './store/vectors.ts';
import { createPassageReader } from './sentence/passages.ts';
import { openSentenceReader, type SentenceReader } from './sentence/understand.ts';
import { runTask, type Tools } from './tasks.ts';
import { createAlphabet } from './text/alphabet.ts';
import { createStemmer, createTermSplitter, createTermVisitor } from './text/terms.ts';
import { createKernel } from './vector/kernel.ts';
import { createWordSplitter } from './vector/words.ts';
import { createWordVectors } from './vector/word-vectors.ts';

const prepare = (settings: WorkerData): Tools => {
  const database = openIndex(settings.file, settings.binding);
  const alphabet = createAlphabet(settings.traditional);
  const visit = createTermVisitor(alphabet);
  const splitTerms = createTermSplitter(visit);
  const reading = { visit, alphabet };
  if (!settings.vectors || !settings.sentences) {
    return { database, splitTerms, reading, own: null, sentences: null };
  }
  const vectors = createWordVectors(settings.vectors);
  const source = settings.sentences;
  let opened: SentenceReader | null = null;
  const reader = (): SentenceReader => {
    opened ??= openSentenceReader(source, { kernel: createKernel(), alphabet, vectors });
    return opened;
  };
  return {
    database,
    splitTerms,
    reading,
    sentences: { mark: source, reader, passages: createPassageReader(reader) },
    own: {
      builtIn: { vectors, splitWords: createWordSplitter(alphabet, vectors, createStemmer()) },
      space: openSpace(database, `builtin:${vectors.stamp}`, vectors.dimension, 'int8'),
    },
  };
};

/** The only writer of the index: one task at a time, in the order they were asked. */
const start = (port: NonNullable<typeof parentPort>, settings: WorkerData): void => {
  const tools = prepare(settings);
  const answer = (reply: TaskReply, moved: ArrayBuffer[]): void => port.postMessage(reply, moved);
  port.on('message', (request: TaskRequest | 'close') => {
    if (request === 'close') {
      tools.database.close();
      port.close();
      return;
    }
    try {
      const { output, moved } = runTask(tools, request);
      answer({ id: request.id, ok: true, output }, moved);
    } catch (error) {
      answer({ id: request.id, ok: false, report: reportError(error) }, []);
    }
  });
};

if (parentPort) start(parentPort, workerData);
