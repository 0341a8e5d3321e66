import type { Migration } from '../migration.ts';

/** Words of a book's text that the writer said are no names for the codex (W6). */
export const dismissedNamesMigration: Migration = {
  number: 61,
  name: 'dismissed names',
  up(database) {
    database.exec(`
      CREATE TABLE dismissed_names (
        project_id TEXT NOT NULL,
        name TEXT NOT NULL,
        dismissed_at INTEGER NOT NULL,
        PRIMARY KEY (project_id, name)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
