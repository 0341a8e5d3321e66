import type { Migration } from '../migration.ts';

/** Words a report looks for in one book; those of all books are a setting (W7). */
export const watchedWordsMigration: Migration = {
  number: 63,
  name: 'watched words of a book',
  up(database) {
    database.exec(`
      CREATE TABLE watched_words (
        project_id TEXT NOT NULL,
        word TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (project_id, word)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
