import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Migration } from '../migration.ts';

/** Tables whose ids were the only ones of the whole database: a copied book has the ids of its original. */
const owned = [
  ['entities', 'entity_id'],
  ['relations', 'relation_id'],
  ['constraints', 'constraint_id'],
  ['memory_rules', 'rule_id'],
] as const;

const Sql = z.object({ sql: z.string() });

/** The table with its rows and without the one constraint; SQLite can take none off. */
const makeIdsOfProject = (database: Database, table: string, id: string): void => {
  const { sql } = Sql.parse(
    database.prepare("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?").get(table),
  );
  const indexes = z
    .array(Sql)
    .parse(
      database
        .prepare(
          "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
        )
        .all(table),
    );
  const fresh = `${table}_of_projects`;
  database.exec(
    sql
      .replace(new RegExp(`CREATE TABLE "?${table}"?`), `CREATE TABLE ${fresh}`)
      .replace(`${id} TEXT NOT NULL UNIQUE`, `${id} TEXT NOT NULL`),
  );
  database.exec(`INSERT INTO ${fresh} SELECT * FROM ${table}`);
  database.exec(`DROP TABLE ${table}`);
  database.exec(`ALTER TABLE ${fresh} RENAME TO ${table}`);
  for (const index of indexes) database.exec(index.sql);
  database.exec(`CREATE UNIQUE INDEX ${table}_by_id ON ${table} (project_id, ${id})`);
};

/**
 * What the book's folder and this database last agreed on of each record, earlier versions of it, and what came from
 * outside and waits for a look of the writer (B1, B4).
 */
export const recordsMigration: Migration = {
  number: 38,
  name: 'records',
  up(database) {
    for (const [table, id] of owned) makeIdsOfProject(database, table, id);
    database.exec(`
      CREATE TABLE record_files (
        project_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        record_id TEXT NOT NULL,
        path TEXT NOT NULL,
        version TEXT NOT NULL,
        inode TEXT NOT NULL,
        size INTEGER NOT NULL,
        modified_at REAL NOT NULL,
        local_path TEXT,
        PRIMARY KEY (project_id, kind, record_id)
      ) STRICT;
      CREATE TABLE record_versions (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        project_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        record_id TEXT NOT NULL,
        version TEXT NOT NULL,
        fields TEXT NOT NULL CHECK (json_valid(fields)),
        lineage TEXT NOT NULL CHECK (json_valid(lineage)),
        UNIQUE (project_id, kind, record_id, version)
      ) STRICT;
      CREATE TABLE outside_changes (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        project_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        record_id TEXT NOT NULL,
        change TEXT NOT NULL,
        before TEXT CHECK (before IS NULL OR json_valid(before)),
        after TEXT CHECK (after IS NULL OR json_valid(after)),
        conflicts TEXT NOT NULL CHECK (json_valid(conflicts)),
        noticed_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX outside_changes_by_project ON outside_changes (project_id, sequence);
    `);
  },
};
