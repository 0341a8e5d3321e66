import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { EncoderMark } from '../sentence/encoder-file.ts';
import { type ChunkMeaning, meaningOfRows } from '../vector/meaning.ts';

const Bytes = z.instanceof(Buffer);
const Waiting = z.object({ id: z.number().int(), document_id: z.string(), text: z.string() });

/** What the sentence encoder made of a chunk: 8-bit rows, one a sentence. Replaces those of another encoder. */
export const saveSentences = (
  database: Database,
  { stamp }: EncoderMark,
  chunk: number,
  cells: Int8Array,
): void => {
  database
    .prepare('INSERT OR REPLACE INTO sentences (chunk, encoder, vectors) VALUES (?, ?, ?)')
    .run(chunk, stamp, Buffer.from(cells.buffer, cells.byteOffset, cells.byteLength));
};

export const removeSentences = (database: Database, chunk: number): void => {
  database.prepare('DELETE FROM sentences WHERE chunk = ?').run(chunk);
};

/** Reads chunk by chunk; nothing for a chunk this encoder has not read yet. */
export const readSentences = (
  database: Database,
  { stamp, dimension }: EncoderMark,
): ((chunk: number) => ChunkMeaning) => {
  const find = database
    .prepare('SELECT vectors FROM sentences WHERE chunk = ? AND encoder = ?')
    .pluck();
  return (chunk) => {
    const bytes = Bytes.optional().parse(find.get(chunk, stamp));
    return meaningOfRows(
      bytes ? new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length) : new Int8Array(0),
      dimension,
    );
  };
};

const unread = `FROM chunks JOIN documents ON documents.id = chunks.document
  JOIN projects ON projects.id = documents.project
  WHERE projects.project_id = ?
    AND NOT EXISTS (SELECT 1 FROM sentences WHERE chunk = chunks.id AND encoder = ?)`;

/** The next chunks of a project this encoder has not read. */
export const chunksUnread = (
  database: Database,
  projectId: string,
  { stamp }: EncoderMark,
  limit: number,
): { id: number; documentId: string; text: string }[] =>
  z
    .array(Waiting)
    .parse(
      database
        .prepare(`SELECT chunks.id AS id, document_id, text ${unread} ORDER BY chunks.id LIMIT ?`)
        .all(projectId, stamp, limit),
    )
    .map(({ id, document_id, text }) => ({ id, documentId: document_id, text }));
