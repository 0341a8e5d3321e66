import type { Migration } from '../migration.ts';

/** What was found stays over a restart; a run keeps what it was asked for, so that it can be asked again (N6). */
export const findingsMigration: Migration = {
  number: 13,
  name: 'findings',
  up(database) {
    database.exec(`
      ALTER TABLE ai_runs ADD COLUMN findings TEXT;
      ALTER TABLE ai_runs ADD COLUMN first_faults INTEGER;
      ALTER TABLE ai_runs ADD COLUMN request TEXT;
      ALTER TABLE ai_runs ADD COLUMN rerun_of TEXT;

      CREATE TABLE judge_checks (
        project_id TEXT NOT NULL,
        document_id TEXT NOT NULL,
        findings TEXT NOT NULL,
        needs_model TEXT NOT NULL,
        model TEXT NOT NULL CHECK (model IN ('absent', 'answered', 'failed')),
        PRIMARY KEY (project_id, document_id)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
