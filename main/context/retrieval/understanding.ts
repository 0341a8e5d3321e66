/** Brings the vectors of a project up to date, and tells whether an endpoint knows all of it. */
import type { Database } from 'better-sqlite3';
import { projectNumber } from './store/documents.ts';
import type { BuiltInSpace } from './store/index-document.ts';
import { chunksWithout, saveEmbedding, type Space } from './store/vectors.ts';
import { understand } from './vector/embed-chunk.ts';

/** Gives chunks that were indexed without the built-in embedder its vectors. */
export const understandMissing = (
  database: Database,
  { builtIn, space }: BuiltInSpace,
  projectId: string,
): void => {
  const missing = chunksWithout(database, projectId, space, Number.MAX_SAFE_INTEGER);
  if (missing.length === 0) return;
  database.transaction(() => {
    const project = projectNumber(database, projectId);
    for (const { id, text } of missing) {
      saveEmbedding(database, space, project, id, understand(builtIn, text));
    }
  })();
};

/** Whether an endpoint has given vectors for every chunk of a project but those it is never shown. */
export const isEmbedded = (
  database: Database,
  space: Space | null,
  projectId: string,
  withheld: readonly number[],
): boolean => {
  if (!space) return false;
  const kept = new Set(withheld);
  const missing = chunksWithout(database, projectId, space, Number.MAX_SAFE_INTEGER);
  return missing.every(({ id }) => kept.has(id));
};
