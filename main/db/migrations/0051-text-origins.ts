import type { Migration } from '../migration.ts';

/**
 * Where the text of each chapter comes from, by its version: noted before the file is written, so that whatever a kill
 * leaves in the file is known (N14).
 */
export const textOriginsMigration: Migration = {
  number: 51,
  name: 'origins of text',
  up(database) {
    database.exec(`
      CREATE TABLE text_origins (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        project_id TEXT NOT NULL,
        document_id TEXT NOT NULL,
        version TEXT NOT NULL,
        runs TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX text_origins_by_version ON text_origins (project_id, document_id, version);
      CREATE TABLE text_sources (
        project_id TEXT NOT NULL,
        source_id TEXT NOT NULL,
        run_id TEXT NOT NULL,
        skill_id TEXT,
        program TEXT,
        model TEXT,
        accepted_at INTEGER NOT NULL,
        PRIMARY KEY (project_id, source_id)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
