import type { Migration } from '../migration.ts';

/** Notes of a sitting are not here: they live as long as the project is open. */
export const memoryMigration: Migration = {
  number: 4,
  name: 'memory',
  up(database) {
    database.exec(`
      CREATE TABLE memory_rules (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        rule_id TEXT NOT NULL UNIQUE,
        project_id TEXT NOT NULL,
        text TEXT NOT NULL CHECK (text <> ''),
        confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
        confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
        token_count INTEGER NOT NULL CHECK (token_count >= 0),
        version INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        deleted_at INTEGER
      ) STRICT;
      CREATE INDEX memory_rules_by_project ON memory_rules (project_id, deleted_at);

      CREATE TABLE memory_episodes (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        episode_id TEXT NOT NULL UNIQUE,
        project_id TEXT NOT NULL,
        document_id TEXT,
        text TEXT NOT NULL CHECK (text <> ''),
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX memory_episodes_by_project ON memory_episodes (project_id, sequence);
    `);
  },
};
