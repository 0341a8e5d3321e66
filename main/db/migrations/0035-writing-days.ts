import type { Migration } from '../migration.ts';

/** What was written in each hour of each day, and what the writer means to write (W3). */
export const writingDaysMigration: Migration = {
  number: 35,
  name: 'days of writing',
  up(database) {
    database.exec(`
      CREATE TABLE writing_hours (
        project_id TEXT NOT NULL,
        day TEXT NOT NULL,
        hour INTEGER NOT NULL,
        document_id TEXT NOT NULL,
        typed INTEGER NOT NULL,
        removed INTEGER NOT NULL,
        pasted INTEGER NOT NULL,
        accepted INTEGER NOT NULL,
        imported INTEGER NOT NULL,
        PRIMARY KEY (project_id, day, hour, document_id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE writing_goals (
        project_id TEXT PRIMARY KEY,
        goals TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
