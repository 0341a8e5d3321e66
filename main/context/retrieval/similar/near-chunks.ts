/** The passages a vector of the writer's own sentence model is nearest to, of chapters that may go (E5). */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { projectNumber } from '../store/documents.ts';
import { knownSpace, nearest } from '../store/vectors.ts';

/** The most that sqlite-vec answers: a novel of a million and a half characters has no more passages. */
const maxNearest = 4096;

const Row = z.object({ chunkId: z.string(), documentId: z.string() }).optional();

export type NearAsked = {
  projectId: string;
  endpoint: string;
  vector: Float32Array;
  /** The chapters that compete; what stands in others takes no place. */
  documentIds: readonly string[];
  limit: number;
};

/** By its cosine, nearest first; none where the model has read nothing. */
export const nearChunks = (
  database: Database,
  { projectId, endpoint, vector, documentIds, limit }: NearAsked,
): { chunkId: string; similarity: number }[] => {
  const space = knownSpace(database, endpoint);
  if (space?.dimension !== vector.length) return [];
  const open = new Set(documentIds);
  const chunkOf = database.prepare(
    `SELECT chunk_id AS chunkId, document_id AS documentId
     FROM chunks JOIN documents ON documents.id = chunks.document WHERE chunks.id = ?`,
  );
  const near: { chunkId: string; similarity: number }[] = [];
  const project = projectNumber(database, projectId);
  for (const { chunk, distance } of nearest(database, space, project, vector, maxNearest)) {
    if (near.length >= limit) break;
    const row = Row.parse(chunkOf.get(chunk));
    if (row && open.has(row.documentId))
      near.push({ chunkId: row.chunkId, similarity: 1 - distance });
  }
  return near;
};
