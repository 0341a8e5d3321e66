/** What is needed to tell two databases apart: which came from which, and which has seen more. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';

export type DatabaseState = {
  /** The same in a database and its backups; null before the schema that has it. */
  lineage: string | null;
  /** Rises with what is written; comparable within one lineage. */
  sequence: number;
  /** Whether anything of the writer's is in it: all of it belongs to some project. */
  holdsProjects: boolean;
  /** Of the schema; 0 in a file without tables. */
  version: number;
};

const State = z.object({ lineage: z.string(), sequence: z.number() });

const hasTable = (database: Database, name: string): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !==
  undefined;

/** Throws SQLite's error when the file is damaged. */
export const readDatabaseState = (database: Database): DatabaseState => {
  const row = hasTable(database, 'database_state')
    ? database.prepare('SELECT lineage, sequence FROM database_state WHERE id = 1').get()
    : undefined;
  const state = State.safeParse(row).data ?? { lineage: null, sequence: 0 };
  const holdsProjects =
    hasTable(database, 'projects') &&
    database.prepare('SELECT 1 FROM projects LIMIT 1').get() !== undefined;
  const version = Number(database.pragma('user_version', { simple: true }));
  return { ...state, holdsProjects, version };
};

/** Rows of every table by its name, to compare a copy with its original. */
export const countRows = (database: Database): Record<string, number> => {
  const names = z
    .array(z.string())
    .parse(
      database
        .prepare(
          "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
        )
        .pluck()
        .all(),
    );
  return Object.fromEntries(
    names.map((name) => [
      name,
      z.number().parse(database.prepare(`SELECT count(*) FROM "${name}"`).pluck().get()),
    ]),
  );
};
