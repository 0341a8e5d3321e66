import type { Migration } from '../migration.ts';

/**
 * Words of texts that are being written, with the version each makes: a program killed before it counted them counts them
 * when the book is opened again (W3).
 */
export const expectedWordsMigration: Migration = {
  number: 50,
  name: 'expected words',
  up(database) {
    database.exec(`
      CREATE TABLE expected_words (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        project_id TEXT NOT NULL,
        document_id TEXT NOT NULL,
        version TEXT NOT NULL,
        day TEXT NOT NULL,
        hour INTEGER NOT NULL,
        typed INTEGER NOT NULL,
        removed INTEGER NOT NULL,
        pasted INTEGER NOT NULL,
        accepted INTEGER NOT NULL,
        imported INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX expected_words_by_project ON expected_words (project_id, sequence);
    `);
  },
};
