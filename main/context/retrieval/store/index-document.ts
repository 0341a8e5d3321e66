import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { chunk } from '../text/chunk.ts';
import type { TermSplitter } from '../text/terms.ts';
import { type BuiltIn, understand } from '../vector/embed-chunk.ts';
import { chunksOfDocument, insertChunk, moveChunk, type NewChunk, removeChunk } from './chunks.ts';
import { documentNumber, projectNumber, removeDocumentRow, saveDocument } from './documents.ts';
import { removeVectors, saveEmbedding, type Space } from './vectors.ts';

/** Named by document and content, so that a chunk that only moved keeps its id. */
const identify = (documentId: string, text: string): NewChunk[] => {
  const seen = new Map<string, number>();
  return chunk(text).map((piece, position) => {
    const hash = createHash('sha256').update(piece.text).digest('hex').slice(0, 16);
    const repeat = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, repeat);
    const chunkId = `${documentId}/${hash}${repeat > 1 ? `-${repeat}` : ''}`;
    return { ...piece, chunkId, position };
  });
};

/** The built-in embedder and the space its vectors go to. */
export type BuiltInSpace = { builtIn: BuiltIn; space: Space };

/** Brings one document up to date in one short transaction; only chunks whose text changed are written. */
export const indexDocument = (
  database: Database,
  splitTerms: TermSplitter,
  own: BuiltInSpace | null,
  input: { projectId: string; documentId: string; version: string; text: string },
): { written: number; removed: number } =>
  database.transaction(() => {
    const project = projectNumber(database, input.projectId);
    const document = saveDocument(database, project, input.documentId, input.version);
    const before = new Map(chunksOfDocument(database, document).map((row) => [row.chunkId, row]));
    let written = 0;
    for (const piece of identify(input.documentId, input.text)) {
      const kept = before.get(piece.chunkId);
      if (kept) {
        moveChunk(database, kept.id, piece);
        before.delete(piece.chunkId);
      } else {
        const id = insertChunk(database, document, piece, splitTerms(piece.text).join(' '));
        if (own)
          saveEmbedding(database, own.space, project, id, understand(own.builtIn, piece.text));
        written++;
      }
    }
    for (const gone of before.values()) {
      removeVectors(database, gone.id);
      removeChunk(database, gone.id);
    }
    return { written, removed: before.size };
  })();

/** The document vanishes from every table. */
export const removeDocument = (database: Database, projectId: string, documentId: string): void => {
  database.transaction(() => {
    const document = documentNumber(database, projectId, documentId);
    if (document === null) return;
    for (const row of chunksOfDocument(database, document)) {
      removeVectors(database, row.id);
      removeChunk(database, row.id);
    }
    removeDocumentRow(database, document);
  })();
};
