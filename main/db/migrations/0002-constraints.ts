import type { Migration } from '../migration.ts';

/** `sequence` is the order of creation; row ids would not survive a backup. */
export const constraintsMigration: Migration = {
  number: 2,
  name: 'constraints',
  up(database) {
    database.exec(`
      CREATE TABLE constraints (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        constraint_id TEXT NOT NULL UNIQUE,
        project_id TEXT NOT NULL,
        type TEXT NOT NULL CHECK (type IN ('narrative', 'character', 'world', 'style', 'plot')),
        text TEXT NOT NULL CHECK (text <> ''),
        source TEXT NOT NULL CHECK (source IN ('project', 'knowledge', 'user', 'memory')),
        priority INTEGER NOT NULL,
        enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
        fence TEXT CHECK (fence IS NULL OR json_valid(fence)),
        token_count INTEGER NOT NULL CHECK (token_count >= 0),
        version INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        deleted_at INTEGER
      ) STRICT;
      CREATE INDEX constraints_by_project ON constraints (project_id, deleted_at);
    `);
  },
};
