import type { Migration } from '../migration.ts';

/** Contradictions that were found, with what the writer decided about them, and the last job of each book that asks for them (N15). */
export const contradictionsMigration: Migration = {
  number: 58,
  name: 'contradictions',
  up(database) {
    database.exec(`
      CREATE TABLE contradictions (
        project_id TEXT NOT NULL,
        finding_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        found_by TEXT NOT NULL CHECK (found_by IN ('rule', 'model')),
        entity_id TEXT,
        message TEXT NOT NULL,
        places TEXT NOT NULL CHECK (json_valid(places)),
        is_dismissed INTEGER NOT NULL CHECK (is_dismissed IN (0, 1)),
        found_at INTEGER NOT NULL,
        PRIMARY KEY (project_id, finding_id)
      ) STRICT;
      CREATE TABLE contradiction_jobs (
        project_id TEXT PRIMARY KEY,
        job TEXT NOT NULL CHECK (json_valid(job))
      ) STRICT;
    `);
  },
};
