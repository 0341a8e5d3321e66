/** A sentence model of the writer's own as an embedder: nothing leaves the machine. */
import { AppError } from '#shared/errors.ts';
import type { Embedder } from '../embedders/embedder.ts';
import { createModelClient } from './model-client.ts';
import type { ModelFolder } from './model-folder.ts';

/**
 * Errors are SENTENCE_MODEL_… and CANCELLED.
 * @param changed the files are others than those of `folder`
 */
export const createModelEmbedder = (
  entry: URL,
  folder: ModelFolder,
  changed: () => void,
): Embedder => {
  const client = createModelClient(entry, folder.order);
  return {
    id: `model:${folder.stamp}`,
    isOwnModel: true,
    async embed(texts, _projectId, signal, role) {
      const prefix = folder.prefixes[role];
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        if (signal.aborted) throw new AppError('CANCELLED', 'The work was cancelled.');
        try {
          vectors.push((await client.read(prefix + text)).vector);
        } catch (error) {
          if (error instanceof AppError && error.code === 'SENTENCE_MODEL_CHANGED') changed();
          throw error;
        }
      }
      return vectors;
    },
    close: () => client.close(),
  };
};
