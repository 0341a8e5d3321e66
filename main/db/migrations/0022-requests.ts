import type { Migration } from '../migration.ts';

/**
 * Where a run's passage stood, so that it is found again after an edit (N6); and the last request of each project and
 * model, so that the prefix flag and the forecast survive a restart (S3-17).
 */
export const requestsMigration: Migration = {
  number: 22,
  name: 'places of runs, last requests',
  up(database) {
    database.exec(`
      ALTER TABLE ai_runs ADD COLUMN place TEXT;

      CREATE TABLE last_requests (
        project_id TEXT NOT NULL,
        model TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('asked', 'sent')),
        stable_prefix_hash TEXT NOT NULL,
        assembly_id TEXT NOT NULL,
        segments TEXT NOT NULL,
        PRIMARY KEY (project_id, model, kind)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
