import type { Migration } from '../migration.ts';

/** Words a writer taught a book (W5). */
export const spellingWordsMigration: Migration = {
  number: 34,
  name: 'words of a book',
  up(database) {
    database.exec(`
      CREATE TABLE spelling_words (
        project_id TEXT NOT NULL,
        word TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (project_id, word)
      ) WITHOUT ROWID;
    `);
  },
};
