import type { Migration } from '../migration.ts';

/** What the writer notes beside a passage: notes and to-dos in the margin (W4). */
export const notesMigration: Migration = {
  number: 54,
  name: 'notes',
  up(database) {
    database.exec(`
      CREATE TABLE notes (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        note_id TEXT NOT NULL,
        project_id TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('note', 'todo')),
        text TEXT NOT NULL,
        done INTEGER NOT NULL CHECK (done IN (0, 1)),
        place TEXT NOT NULL CHECK (json_valid(place)),
        version INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        deleted_at INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX notes_by_id ON notes (project_id, note_id);
    `);
  },
};
