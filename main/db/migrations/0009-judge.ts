import type { Migration } from '../migration.ts';

/** What the writer waived, with the state of the rule it was waived under, and whether a project is judged. */
export const judgeMigration: Migration = {
  number: 9,
  name: 'judge',
  up(database) {
    database.exec(`
      CREATE TABLE judge_waivers (
        project_id TEXT NOT NULL,
        finding_id TEXT NOT NULL,
        constraint_id TEXT,
        entity_id TEXT,
        version INTEGER NOT NULL,
        digest TEXT NOT NULL,
        quote TEXT NOT NULL,
        reason TEXT NOT NULL CHECK (reason <> ''),
        created_at INTEGER NOT NULL,
        PRIMARY KEY (project_id, finding_id),
        CHECK (constraint_id IS NOT NULL OR entity_id IS NOT NULL)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE judge_settings (
        project_id TEXT PRIMARY KEY,
        mode TEXT NOT NULL CHECK (mode IN ('off', 'mark', 'regenerate'))
      ) STRICT;
    `);
  },
};
