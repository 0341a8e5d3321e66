/** The table of texts that wait for a person's choice. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { DocumentKey } from './snapshot-store.ts';

const Origin = z.enum(['fabula', 'outside']);

const Row = z.object({
  document_id: z.string(),
  base_version: z.string(),
  snapshot_id: z.string(),
  draft_id: z.string().nullable(),
  origin: Origin,
});

/** One text of an unresolved conflict: the version it was made from, and the snapshot that holds it. */
export type StoredConflict = {
  documentId: string;
  baseVersion: string;
  snapshotId: string;
  /** The open page it comes from, where that is known. */
  draftId: string | null;
  origin: z.infer<typeof Origin>;
};

const fromRow = (row: z.infer<typeof Row>): StoredConflict => ({
  documentId: row.document_id,
  baseVersion: row.base_version,
  snapshotId: row.snapshot_id,
  draftId: row.draft_id,
  origin: row.origin,
});

const columns = 'document_id, base_version, snapshot_id, draft_id, origin';

/** Every text kept of a chapter's conflict, the last kept first. */
export const loadConflicts = (database: Database, key: DocumentKey): StoredConflict[] =>
  z
    .array(Row)
    .parse(
      database
        .prepare(
          `SELECT ${columns} FROM document_conflicts WHERE document_id = ? AND project_id = ?
             ORDER BY rowid DESC`,
        )
        .all(key.documentId, key.projectId),
    )
    .map(fromRow);

/** Ids of the chapters that have a conflict. */
export const listConflicts = (database: Database, projectId: string): string[] =>
  z
    .array(z.object({ document_id: z.string() }))
    .parse(
      database
        .prepare('SELECT DISTINCT document_id FROM document_conflicts WHERE project_id = ?')
        .all(projectId),
    )
    .map((row) => row.document_id);

export const saveConflict = (
  database: Database,
  projectId: string,
  conflict: StoredConflict,
): void => {
  database
    .prepare(
      `INSERT OR REPLACE INTO document_conflicts (${columns}, project_id) VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(
      conflict.documentId,
      conflict.baseVersion,
      conflict.snapshotId,
      conflict.draftId,
      conflict.origin,
      projectId,
    );
};

/** Lets go of one text of a conflict; its snapshot stays. */
export const removeConflict = (
  database: Database,
  projectId: string,
  { snapshotId }: Pick<StoredConflict, 'snapshotId'>,
): void => {
  database
    .prepare('DELETE FROM document_conflicts WHERE snapshot_id = ? AND project_id = ?')
    .run(snapshotId, projectId);
};
