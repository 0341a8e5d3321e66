import type { Migration } from '../migration.ts';

export const knowledgeMigration: Migration = {
  number: 3,
  name: 'knowledge',
  up(database) {
    database.exec(`
      CREATE TABLE entities (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        entity_id TEXT NOT NULL UNIQUE,
        project_id TEXT NOT NULL,
        kind TEXT NOT NULL
          CHECK (kind IN ('character', 'location', 'item', 'faction', 'event', 'concept')),
        name TEXT NOT NULL CHECK (name <> ''),
        aliases TEXT NOT NULL CHECK (json_valid(aliases)),
        summary TEXT NOT NULL,
        valid_from INTEGER,
        valid_to INTEGER,
        inclusion TEXT NOT NULL CHECK (inclusion IN ('auto', 'always', 'never')),
        fence TEXT CHECK (fence IS NULL OR json_valid(fence)),
        token_count INTEGER NOT NULL CHECK (token_count >= 0),
        version INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        deleted_at INTEGER
      ) STRICT;
      CREATE INDEX entities_by_project ON entities (project_id, deleted_at);

      CREATE TABLE relations (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        relation_id TEXT NOT NULL UNIQUE,
        project_id TEXT NOT NULL,
        subject_id TEXT NOT NULL,
        predicate TEXT NOT NULL CHECK (predicate <> ''),
        object_id TEXT NOT NULL,
        valid_from INTEGER,
        valid_to INTEGER,
        fence TEXT CHECK (fence IS NULL OR json_valid(fence)),
        version INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX relations_by_project ON relations (project_id);
    `);
  },
};
