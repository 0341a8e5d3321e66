import type { Migration } from '../migration.ts';

/** What replacements in the whole book changed, so that each can be undone in one step (W2). */
export const replacementsMigration: Migration = {
  number: 28,
  name: 'replacements',
  up(database) {
    database.exec(`
      CREATE TABLE replacements (
        sequence INTEGER PRIMARY KEY,
        undo_id TEXT NOT NULL UNIQUE,
        project_id TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX replacements_by_project ON replacements (project_id);
      CREATE TABLE replaced_parts (
        sequence INTEGER PRIMARY KEY,
        undo_id TEXT NOT NULL REFERENCES replacements (undo_id) ON DELETE CASCADE,
        part TEXT NOT NULL
      ) STRICT;
      CREATE INDEX replaced_parts_by_replacement ON replaced_parts (undo_id);
    `);
  },
};
