import type { Migration } from '../migration.ts';

/** The books that are kept with git too (B11); the repository itself says all the rest. */
export const gitMigration: Migration = {
  number: 43,
  name: 'git',
  up(database) {
    database.exec(`
      CREATE TABLE git_books (
        project_id TEXT PRIMARY KEY,
        push_fenced INTEGER NOT NULL DEFAULT 0
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
