/** The table of chapters. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { ChapterStatus } from '#shared/domain/project.ts';
import { StoredFence } from '../chapter-reference.ts';
import { type DocumentRecord, DocumentState } from './record.ts';
import { listSnapshots, removeSnapshots } from './snapshot-store.ts';

const Row = z.object({
  document_id: z.string(),
  state: DocumentState,
  path: z.string(),
  trash_path: z.string().nullable(),
  inode: z.string(),
  size: z.number(),
  modified_at: z.number(),
  version: z.string(),
  title: z.string(),
  encoding: z.string(),
  encoding_guessed: z.number(),
  encoding_unsure: z.number(),
  chosen_encoding: z.string().nullable(),
  bad_bytes: z.number(),
  merge_marks: z.number(),
  char_count: z.number(),
  word_count: z.number(),
  sketch: z.string(),
  point_of_view_entity_id: z.string().nullable(),
  fence: z.string().nullable(),
  fence_revision: z.number(),
  fence_key: z.string().nullable(),
  status: ChapterStatus.nullable(),
  synopsis: z.string(),
  synopsis_version: z.string().nullable(),
  labels: z.string(),
  word_goal: z.number().nullable(),
});

const Labels = z.array(z.string());

export type StoredDocument = {
  record: DocumentRecord;
  state: DocumentState;
  trashPath: string | null;
};

const fromRow = (row: z.infer<typeof Row>): StoredDocument => ({
  state: row.state,
  trashPath: row.trash_path,
  record: {
    documentId: row.document_id,
    path: row.path,
    inode: row.inode,
    size: row.size,
    modifiedAt: row.modified_at,
    version: row.version,
    title: row.title,
    encoding: row.encoding,
    encodingGuessed: row.encoding_guessed === 1,
    encodingUnsure: row.encoding_unsure === 1,
    chosenEncoding: row.chosen_encoding,
    badBytes: row.bad_bytes,
    hasMergeMarks: row.merge_marks === 1,
    charCount: row.char_count,
    wordCount: row.word_count,
    minHash: row.sketch,
    pointOfViewEntityId: row.point_of_view_entity_id,
    fence: row.fence === null ? null : StoredFence.parse(JSON.parse(row.fence)),
    fenceRevision: row.fence_revision,
    fenceKey: row.fence_key,
    status: row.status,
    synopsis: row.synopsis,
    synopsisVersion: row.synopsis_version,
    labels: Labels.parse(JSON.parse(row.labels)),
    wordGoal: row.word_goal,
  },
});

export const loadDocuments = (database: Database, projectId: string): StoredDocument[] =>
  z
    .array(Row)
    .parse(
      database
        .prepare('SELECT * FROM documents WHERE project_id = ? ORDER BY rowid')
        .all(projectId),
    )
    .map(fromRow);

/** The project a chapter belongs to, whether it is open or not; null when no project knows it. */
export const findOwner = (database: Database, documentId: string): string | null => {
  const row = z
    .object({ project_id: z.string() })
    .optional()
    .parse(
      database.prepare('SELECT project_id FROM documents WHERE document_id = ?').get(documentId),
    );
  return row?.project_id ?? null;
};

export const saveDocument = (
  database: Database,
  projectId: string,
  record: DocumentRecord,
  state: DocumentState,
  trashPath: string | null = null,
): void => {
  database
    .prepare(
      `INSERT OR REPLACE INTO documents (document_id, project_id, state, path, trash_path, inode, size,
         modified_at, version, title, encoding, encoding_guessed, encoding_unsure, chosen_encoding,
         bad_bytes, merge_marks, char_count, word_count, sketch, point_of_view_entity_id, fence,
         fence_revision, fence_key, status, synopsis, synopsis_version, labels, word_goal)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      record.documentId,
      projectId,
      state,
      record.path,
      trashPath,
      record.inode,
      record.size,
      record.modifiedAt,
      record.version,
      record.title,
      record.encoding,
      record.encodingGuessed ? 1 : 0,
      record.encodingUnsure ? 1 : 0,
      record.chosenEncoding,
      record.badBytes,
      record.hasMergeMarks ? 1 : 0,
      record.charCount,
      record.wordCount,
      record.minHash,
      record.pointOfViewEntityId,
      record.fence === null ? null : JSON.stringify(record.fence),
      record.fenceRevision,
      record.fenceKey,
      record.status,
      record.synopsis,
      record.synopsisVersion,
      JSON.stringify(record.labels),
      record.wordGoal,
    );
};

/** Whether the project has such a chapter, deleted ones among them. */
export const isKnownDocument = (
  database: Database,
  projectId: string,
  documentId: string,
): boolean =>
  database
    .prepare('SELECT 1 FROM documents WHERE document_id = ? AND project_id = ?')
    .get(documentId, projectId) !== undefined;

export const isFolderKnown = (database: Database, projectId: string): boolean =>
  database.prepare('SELECT 1 FROM document_folders WHERE project_id = ?').get(projectId) !==
  undefined;

export const loadManualOrder = (database: Database, projectId: string): string[] | null => {
  // Asked first: a project that is known opens although nothing can be stored.
  if (!isFolderKnown(database, projectId)) {
    database
      .prepare('INSERT OR IGNORE INTO document_folders (project_id) VALUES (?)')
      .run(projectId);
  }
  const row = z
    .object({ manual_order: z.string().nullable() })
    .parse(
      database
        .prepare('SELECT manual_order FROM document_folders WHERE project_id = ?')
        .get(projectId),
    );
  return row.manual_order === null ? null : z.array(z.string()).parse(JSON.parse(row.manual_order));
};

/** Whether the folder's list of fences was seen or written before: then it must be there. */
export const areFencesListed = (database: Database, projectId: string): boolean =>
  database
    .prepare('SELECT 1 FROM document_folders WHERE project_id = ? AND fences_listed = 1')
    .get(projectId) !== undefined;

export const markFencesListed = (database: Database, projectId: string): void => {
  database
    .prepare('UPDATE document_folders SET fences_listed = 1 WHERE project_id = ?')
    .run(projectId);
};

export const saveManualOrder = (
  database: Database,
  projectId: string,
  order: readonly string[],
): void => {
  database
    .prepare('UPDATE document_folders SET manual_order = ? WHERE project_id = ?')
    .run(JSON.stringify(order), projectId);
};

/** A chapter that never came to be, with its snapshots. */
export const forgetDocument = (database: Database, projectId: string, documentId: string): void => {
  database.transaction(() => {
    const key = { projectId, documentId };
    removeSnapshots(database, projectId, listSnapshots(database, key));
    database
      .prepare('DELETE FROM documents WHERE project_id = ? AND document_id = ?')
      .run(projectId, documentId);
  })();
};

export const forgetDocuments = (database: Database, projectId: string): void => {
  database.transaction(() => {
    for (const table of [
      'chapter_steps',
      'document_conflicts',
      'snapshots',
      'snapshot_texts',
      'documents',
      'document_folders',
    ]) {
      database.prepare(`DELETE FROM ${table} WHERE project_id = ?`).run(projectId);
    }
  })();
};
