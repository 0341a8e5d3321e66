import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { DocumentKey } from './snapshot-store.ts';

const Row = z.object({
  document_id: z.string(),
  base_version: z.string(),
  snapshot_id: z.string(),
});

/** An unresolved conflict: the version the writer started from, and the snapshot that holds their text. */
export type StoredConflict = { documentId: string; baseVersion: string; snapshotId: string };

const fromRow = (row: z.infer<typeof Row>): StoredConflict => ({
  documentId: row.document_id,
  baseVersion: row.base_version,
  snapshotId: row.snapshot_id,
});

const columns = 'document_id, base_version, snapshot_id';

export const loadConflict = (database: Database, key: DocumentKey): StoredConflict | null => {
  const row = database
    .prepare(`SELECT ${columns} FROM document_conflicts WHERE document_id = ? AND project_id = ?`)
    .get(key.documentId, key.projectId);
  return row === undefined ? null : fromRow(Row.parse(row));
};

export const listConflicts = (database: Database, projectId: string): StoredConflict[] =>
  z
    .array(Row)
    .parse(
      database
        .prepare(`SELECT ${columns} FROM document_conflicts WHERE project_id = ?`)
        .all(projectId),
    )
    .map(fromRow);

export const saveConflict = (
  database: Database,
  projectId: string,
  conflict: StoredConflict,
): void => {
  database
    .prepare(
      `INSERT OR REPLACE INTO document_conflicts (${columns}, project_id) VALUES (?, ?, ?, ?)`,
    )
    .run(conflict.documentId, conflict.baseVersion, conflict.snapshotId, projectId);
};

export const removeConflict = (database: Database, key: DocumentKey): void => {
  database
    .prepare('DELETE FROM document_conflicts WHERE document_id = ? AND project_id = ?')
    .run(key.documentId, key.projectId);
};
