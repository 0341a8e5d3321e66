/** The tables of snapshots and their texts. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { SnapshotReason } from '#shared/domain/project.ts';
import { SnapshotCause } from '#shared/domain/snapshot-cause.ts';

const Row = z.object({
  snapshot_id: z.string(),
  started_at: z.number(),
  created_at: z.number(),
  reason: SnapshotReason,
  version: z.string(),
  char_count: z.number(),
  has_original: z.number(),
  word_count: z.number().nullable(),
  name: z.string().nullable(),
  cause: z.string().nullable(),
});

export type StoredSnapshot = {
  snapshotId: string;
  /** When the run of autosaves it stands for began. */
  startedAt: number;
  createdAt: number;
  reason: SnapshotReason;
  version: string;
  charCount: number;
  /** Whether the file itself is kept, byte for byte. */
  hasOriginal: boolean;
  /** Null for a text that was kept before its words were counted. */
  wordCount: number | null;
  /** What the writer calls it. */
  name: string | null;
  cause: SnapshotCause | null;
};

const fromRow = (row: z.infer<typeof Row>): StoredSnapshot => ({
  snapshotId: row.snapshot_id,
  startedAt: row.started_at,
  createdAt: row.created_at,
  reason: row.reason,
  version: row.version,
  charCount: row.char_count,
  hasOriginal: row.has_original === 1,
  wordCount: row.word_count,
  name: row.name,
  cause: row.cause === null ? null : SnapshotCause.parse(JSON.parse(row.cause)),
});

const columns = 'snapshot_id, started_at, created_at, reason, version, char_count, name, cause';
const readColumns = `${columns}, original_bytes IS NOT NULL AS has_original,
  (SELECT t.word_count FROM snapshot_texts t
    WHERE t.project_id = snapshots.project_id AND t.version = snapshots.version) AS word_count`;

export type DocumentKey = { projectId: string; documentId: string };

/** Newest first. */
export const listSnapshots = (database: Database, key: DocumentKey): StoredSnapshot[] =>
  z
    .array(Row)
    .parse(
      database
        .prepare(
          `SELECT ${readColumns} FROM snapshots WHERE document_id = ? AND project_id = ? ORDER BY sequence DESC`,
        )
        .all(key.documentId, key.projectId),
    )
    .map(fromRow);

/** The earlier versions of a chapter become another one's, in the order in which they were kept. */
export const moveSnapshots = (
  database: Database,
  projectId: string,
  { from, to }: { from: string; to: string },
): void => {
  database.transaction(() => {
    const moved = database
      .prepare('UPDATE snapshots SET document_id = ? WHERE document_id = ? AND project_id = ?')
      .run(to, from, projectId);
    if (moved.changes === 0) return;
    database
      .prepare(
        `UPDATE snapshots SET sequence = placed.at
          FROM (SELECT snapshot_id AS id, row_number() OVER (ORDER BY created_at, sequence) AS at
            FROM snapshots WHERE document_id = ? AND project_id = ?) AS placed
          WHERE snapshot_id = placed.id`,
      )
      .run(to, projectId);
  })();
};

export const newestSnapshot = (database: Database, key: DocumentKey): StoredSnapshot | null => {
  const row = database
    .prepare(
      `SELECT ${readColumns} FROM snapshots WHERE document_id = ? AND project_id = ? ORDER BY sequence DESC LIMIT 1`,
    )
    .get(key.documentId, key.projectId);
  return row === undefined ? null : fromRow(Row.parse(row));
};

export const hasSnapshotOf = (database: Database, key: DocumentKey, version: string): boolean =>
  database
    .prepare('SELECT 1 FROM snapshots WHERE document_id = ? AND project_id = ? AND version = ?')
    .get(key.documentId, key.projectId, version) !== undefined;

/** Bytes of the file as it was, or null when the snapshot has none. */
export const loadOriginal = (
  database: Database,
  key: DocumentKey,
  snapshotId: string,
): Buffer | null => {
  const row = database
    .prepare(
      'SELECT original_bytes FROM snapshots WHERE snapshot_id = ? AND document_id = ? AND project_id = ?',
    )
    .get(snapshotId, key.documentId, key.projectId);
  const found = z
    .object({ original_bytes: z.instanceof(Buffer).nullable() })
    .optional()
    .parse(row);
  return found?.original_bytes ?? null;
};

/** Deflated UTF-8, or null when no snapshot of the project has that text. */
export const loadDeflated = (
  database: Database,
  projectId: string,
  version: string,
): Buffer | null => {
  const row = database
    .prepare('SELECT deflated FROM snapshot_texts WHERE project_id = ? AND version = ?')
    .get(projectId, version);
  return row === undefined
    ? null
    : z.object({ deflated: z.instanceof(Buffer) }).parse(row).deflated;
};

/** Remembers how many words a kept text has. */
export const setWordCount = (
  database: Database,
  { projectId, version }: { projectId: string; version: string },
  wordCount: number,
): void => {
  database
    .prepare('UPDATE snapshot_texts SET word_count = ? WHERE project_id = ? AND version = ?')
    .run(wordCount, projectId, version);
};

/** Null takes the name away. */
export const setName = (
  database: Database,
  key: DocumentKey,
  snapshotId: string,
  name: string | null,
): void => {
  database
    .prepare(
      'UPDATE snapshots SET name = ? WHERE snapshot_id = ? AND document_id = ? AND project_id = ?',
    )
    .run(name, snapshotId, key.documentId, key.projectId);
};

const collectTexts = (database: Database, projectId: string, versions: readonly string[]): void => {
  const remove = database.prepare(
    `DELETE FROM snapshot_texts WHERE project_id = ? AND version = ?
       AND NOT EXISTS (SELECT 1 FROM snapshots s
         WHERE s.project_id = snapshot_texts.project_id AND s.version = snapshot_texts.version)
       AND NOT EXISTS (SELECT 1 FROM document_conflicts c
         WHERE c.project_id = snapshot_texts.project_id AND c.base_version = snapshot_texts.version)`,
  );
  for (const version of new Set(versions)) remove.run(projectId, version);
};

export const removeSnapshots = (
  database: Database,
  projectId: string,
  snapshots: readonly Pick<StoredSnapshot, 'snapshotId' | 'version'>[],
): void => {
  const remove = database.prepare('DELETE FROM snapshots WHERE snapshot_id = ? AND project_id = ?');
  for (const { snapshotId } of snapshots) remove.run(snapshotId, projectId);
  collectTexts(
    database,
    projectId,
    snapshots.map(({ version }) => version),
  );
};

type NewSnapshot = { snapshot: StoredSnapshot; deflated: Buffer; originalBytes: Buffer | null };

/** Adds a snapshot and, when it stands for the same run, takes away the one it replaces. One transaction. */
export const addSnapshot = (
  database: Database,
  key: DocumentKey,
  { snapshot, deflated, originalBytes }: NewSnapshot,
  replaced: StoredSnapshot | null,
): void => {
  database.transaction(() => {
    database
      .prepare(
        'INSERT OR IGNORE INTO snapshot_texts (project_id, version, deflated, word_count) VALUES (?, ?, ?, ?)',
      )
      .run(key.projectId, snapshot.version, deflated, snapshot.wordCount);
    database
      .prepare(
        `INSERT INTO snapshots (${columns}, project_id, document_id, original_bytes, sequence)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 
           (SELECT coalesce(max(sequence), 0) + 1 FROM snapshots WHERE document_id = ?))`,
      )
      .run(
        snapshot.snapshotId,
        snapshot.startedAt,
        snapshot.createdAt,
        snapshot.reason,
        snapshot.version,
        snapshot.charCount,
        snapshot.name,
        snapshot.cause === null ? null : JSON.stringify(snapshot.cause),
        key.projectId,
        key.documentId,
        originalBytes,
        key.documentId,
      );
    if (replaced) removeSnapshots(database, key.projectId, [replaced]);
  })();
};
