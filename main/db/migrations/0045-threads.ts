import type { Migration } from '../migration.ts';

/** What was promised to the reader, and the places it was opened, echoed and paid off at (N13). */
export const threadsMigration: Migration = {
  number: 45,
  name: 'threads',
  up(database) {
    database.exec(`
      CREATE TABLE threads (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        thread_id TEXT NOT NULL,
        project_id TEXT NOT NULL,
        name TEXT NOT NULL,
        note TEXT NOT NULL,
        due TEXT CHECK (due IS NULL OR json_valid(due)),
        send INTEGER NOT NULL CHECK (send IN (0, 1)),
        places TEXT NOT NULL CHECK (json_valid(places)),
        version INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        deleted_at INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX threads_by_id ON threads (project_id, thread_id);
    `);
  },
};
