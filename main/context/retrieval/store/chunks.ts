import type { Database } from 'better-sqlite3';
import { z } from 'zod';

export type StoredChunk = {
  id: number;
  chunkId: string;
  documentId: string;
  start: number;
  end: number;
  paragraph: number;
  text: string;
};

const Row = z
  .object({
    id: z.number(),
    chunk_id: z.string(),
    document_id: z.string(),
    start: z.number(),
    end: z.number(),
    paragraph: z.number(),
    text: z.string(),
  })
  .transform(
    (row): StoredChunk => ({
      id: row.id,
      chunkId: row.chunk_id,
      documentId: row.document_id,
      start: row.start,
      end: row.end,
      paragraph: row.paragraph,
      text: row.text,
    }),
  );

const columns = 'chunks.id, chunk_id, document_id, start, end, paragraph, text';

export const chunksOfDocument = (database: Database, document: number): StoredChunk[] =>
  z.array(Row).parse(
    database
      .prepare(
        `SELECT ${columns} FROM chunks JOIN documents ON documents.id = chunks.document
         WHERE document = ? ORDER BY position`,
      )
      .all(document),
  );

/** In the order of documents and of the text inside each. */
export const chunksOfProject = (database: Database, projectId: string): StoredChunk[] =>
  z.array(Row).parse(
    database
      .prepare(
        `SELECT ${columns} FROM chunks JOIN documents ON documents.id = chunks.document
         JOIN projects ON projects.id = documents.project
         WHERE projects.project_id = ? ORDER BY document, position`,
      )
      .all(projectId),
  );

/** Chunks by their numbers, in that order; those that are gone are passed over. */
export const chunksByNumber = (database: Database, ids: readonly number[]): StoredChunk[] => {
  const find = database.prepare(
    `SELECT ${columns} FROM chunks JOIN documents ON documents.id = chunks.document
     WHERE chunks.id = ?`,
  );
  return ids.flatMap((id) => Row.optional().parse(find.get(id)) ?? []);
};

export type NewChunk = ChunkPlace & { chunkId: string; text: string };

/** Where a chunk stands in its document. */
export type ChunkPlace = { position: number; start: number; end: number; paragraph: number };

export const insertChunk = (
  database: Database,
  document: number,
  chunk: NewChunk,
  terms: string,
): number => {
  const id = Number(
    database
      .prepare(
        `INSERT INTO chunks (document, chunk_id, position, start, end, paragraph, text)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        document,
        chunk.chunkId,
        chunk.position,
        chunk.start,
        chunk.end,
        chunk.paragraph,
        chunk.text,
      ).lastInsertRowid,
  );
  database.prepare('INSERT INTO terms (rowid, words) VALUES (?, ?)').run(id, terms);
  return id;
};

export const moveChunk = (database: Database, id: number, place: ChunkPlace): void => {
  database
    .prepare('UPDATE chunks SET position = ?, start = ?, end = ?, paragraph = ? WHERE id = ?')
    .run(place.position, place.start, place.end, place.paragraph, id);
};

export const removeChunk = (database: Database, id: number): void => {
  database.prepare('DELETE FROM terms WHERE rowid = ?').run(id);
  database.prepare('DELETE FROM chunks WHERE id = ?').run(id);
};
