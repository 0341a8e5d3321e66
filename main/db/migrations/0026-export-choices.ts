import type { Migration } from '../migration.ts';

/** What the writer chose for a book's exports (B10): JSON, as only the export itself asks for it. */
export const exportChoicesMigration: Migration = {
  number: 26,
  name: 'export choices',
  up(database) {
    database.exec(`
      CREATE TABLE export_choices (
        project_id TEXT PRIMARY KEY,
        choices TEXT NOT NULL
      ) STRICT;
    `);
  },
};
