import type { Migration } from '../migration.ts';

/**
 * What requests must and must not carry, what was found out of each last, and of each place the assembly it was found
 * in, so that the next one that differs can be told from it (N11).
 */
export const expectationsMigration: Migration = {
  number: 42,
  name: 'expectations',
  up(database) {
    database.exec(`
      CREATE TABLE expectations (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        expectation_id TEXT NOT NULL,
        project_id TEXT NOT NULL,
        place TEXT NOT NULL CHECK (json_valid(place)),
        skill_id TEXT NOT NULL,
        expect TEXT NOT NULL CHECK (expect IN ('in', 'out')),
        item TEXT NOT NULL CHECK (json_valid(item)),
        note TEXT NOT NULL,
        version INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        deleted_at INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX expectations_by_id ON expectations (project_id, expectation_id);
      CREATE TABLE expectation_results (
        project_id TEXT NOT NULL,
        expectation_id TEXT NOT NULL,
        version INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('held', 'broken', 'unjudged')),
        why TEXT NOT NULL CHECK (json_valid(why)),
        since TEXT CHECK (since IS NULL OR json_valid(since)),
        checked_at INTEGER NOT NULL,
        held_at INTEGER,
        PRIMARY KEY (project_id, expectation_id)
      ) STRICT;
      CREATE TABLE expectation_places (
        project_id TEXT NOT NULL,
        place TEXT NOT NULL,
        hash TEXT NOT NULL,
        PRIMARY KEY (project_id, place)
      ) STRICT;
      CREATE TABLE expectation_assemblies (
        project_id TEXT NOT NULL,
        hash TEXT NOT NULL,
        record BLOB NOT NULL,
        PRIMARY KEY (project_id, hash)
      ) STRICT;
    `);
  },
};
