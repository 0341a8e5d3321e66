/** The passages a vector of the writer's own sentence model is nearest to, of chapters that may go (E5). */
import type { Database } from 'better-sqlite3';
import { chunksByNumber } from '../store/chunks.ts';
import { projectNumber } from '../store/documents.ts';
import { knownSpace, nearestIn } from '../store/vectors.ts';

export type NearAsked = {
  projectId: string;
  endpoint: string;
  vector: Float32Array;
  /** The chapters that compete; what stands in others takes no place. */
  documentIds: readonly string[];
  /** At most 4,096. */
  limit: number;
};

/** By its cosine, nearest first; none where the model has read nothing. */
export const nearChunks = (
  database: Database,
  { projectId, endpoint, vector, ...among }: NearAsked,
): { chunkId: string; similarity: number }[] => {
  const space = knownSpace(database, endpoint);
  if (space?.dimension !== vector.length) return [];
  const project = projectNumber(database, projectId);
  const near = nearestIn(database, space, { project, query: vector, ...among });
  const chunks = chunksByNumber(
    database,
    near.map(({ chunk }) => chunk),
  );
  const idOf = new Map(chunks.map(({ id, chunkId }) => [id, chunkId]));
  return near.flatMap(({ chunk, distance }) => {
    const chunkId = idOf.get(chunk);
    return chunkId === undefined ? [] : [{ chunkId, similarity: 1 - distance }];
  });
};
