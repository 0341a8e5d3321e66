/** The passages a vector of the writer's own sentence model is nearest to, of chapters that may go (E5). */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
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
  const idOf = database.prepare('SELECT chunk_id FROM chunks WHERE id = ?').pluck();
  return near.map(({ chunk, distance }) => ({
    chunkId: z.string().parse(idOf.get(chunk)),
    similarity: 1 - distance,
  }));
};
