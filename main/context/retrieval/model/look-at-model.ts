/** What a folder's model is and would take, before it is chosen: a few passages of the book are read with it. */
import type { ModelPrefixes, SentenceModelLook } from '#shared/domain/sentence-model.ts';
import { AppError } from '#shared/errors.ts';
import { createModelClient } from './model-client.ts';
import { readModelFolder } from './model-folder.ts';

/** Read to tell the time of a book; the first one, with the opening of the model, does not count. */
const probes = 4;

export type ModelLookRequest = {
  folder: string;
  prefixes: ModelPrefixes | undefined;
  /** The book's passages. */
  passages: readonly string[];
};

/** SENTENCE_MODEL_…, CANCELLED. */
export const lookAtModel = async (
  entry: URL,
  { folder, prefixes, passages }: ModelLookRequest,
  signal: AbortSignal,
): Promise<SentenceModelLook> => {
  const found = await readModelFolder(folder, prefixes);
  const client = createModelClient(entry, found.order);
  const stop = (): void => void client.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) throw new AppError('CANCELLED', 'The work was cancelled.');
    const before = process.memoryUsage.rss();
    const first = await client.read(found.prefixes.passage + (passages[0] ?? 'Fabula'));
    const step = Math.max(1, Math.floor(passages.length / probes));
    const samples = Array.from({ length: probes }, (_, at) => passages[at * step] ?? 'Fabula');
    const began = performance.now();
    for (const sample of samples) await client.read(found.prefixes.passage + sample);
    const each = (performance.now() - began) / probes;
    const { order, files, licence } = found;
    return {
      files,
      licence,
      prefixes: found.prefixes,
      dimension: first.vector.length,
      maxTokens: order.maxTokens,
      pooling: first.pooling,
      sha256: order.sha256.model,
      passages: passages.length,
      seconds: (each * passages.length) / 1000,
      memory: Math.max(0, process.memoryUsage.rss() - before),
    };
  } finally {
    signal.removeEventListener('abort', stop);
    await client.close();
  }
};
