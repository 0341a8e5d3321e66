/** A book's rows as a small database of their own, of the very shape of the one they came from. */
import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { z } from 'zod';
import { migrate, schemaVersion } from '#main/db/migrate.ts';
import { migrations } from '#main/db/migrations/index.ts';
import { type CarriedTable, carriedTables } from './tables.ts';

type Row = Record<string, unknown>;

const noBackup = (): void => undefined;
const quoted = (name: string): string => `"${name}"`;

/** Makes a file, or a database in memory, of the shape the program gave its database in that version. */
export const createRowsDatabase = (
  file: string,
  version: number,
  binding: string | null,
): Database => {
  if (file !== ':memory:') closeSync(openSync(file, 'wx', 0o600));
  const database = new BetterSqlite3(file, binding ? { nativeBinding: binding } : {});
  // Nobody reads it before it is whole, and a kill throws it away: waiting for the disk at each step would be for nothing.
  database.pragma('journal_mode = MEMORY');
  database.pragma('synchronous = OFF');
  migrate(
    database,
    migrations.filter(({ number }) => number <= version),
    noBackup,
  );
  return database;
};

const tableNames = (database: Database): ReadonlySet<string> =>
  new Set(
    z
      .array(z.string())
      .parse(database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()),
  );

/** The tables a database of its version has. */
export const tablesIn = (database: Database): CarriedTable[] => {
  const present = tableNames(database);
  return carriedTables.filter(({ name }) => present.has(name));
};

const columnsOf = (database: Database, { name, numbered }: CarriedTable): string[] =>
  z
    .array(z.object({ name: z.string() }))
    .parse(database.pragma(`table_info(${quoted(name)})`))
    .map((column) => column.name)
    .filter((column) => !(numbered && column === 'sequence'));

const orderOf = ({ key, numbered }: CarriedTable): string =>
  (numbered ? ['sequence'] : key).map(quoted).join(', ');

/** A book's rows in the order they were made, without what is true of this machine alone. */
export const readRows = (
  database: Database,
  table: CarriedTable,
  projectId: string,
): IterableIterator<Row> => {
  const columns = columnsOf(database, table).map((column) => {
    const blank = table.blank?.[column];
    return blank === undefined
      ? quoted(column)
      : `${JSON.stringify(blank).replaceAll('"', "'")} AS ${quoted(column)}`;
  });
  const where = table.where ?? 'project_id = ?';
  const statement = database.prepare<[string], Row>(
    `SELECT ${columns.join(', ')} FROM ${quoted(table.name)} WHERE ${where} ORDER BY ${orderOf(table)}`,
  );
  return statement.safeIntegers().iterate(projectId);
};

/** Writes rows as they were read; to be called inside a transaction. */
export const insertRows = (
  database: Database,
  table: CarriedTable,
  rows: Iterable<Row>,
): number => {
  const columns = columnsOf(database, table);
  const names = columns.map(quoted).join(', ');
  const places = columns.map(() => '?').join(', ');
  const insert = database.prepare(
    `INSERT INTO ${quoted(table.name)} (${names}) VALUES (${places})`,
  );
  let count = 0;
  for (const row of rows) {
    insert.run(columns.map((column) => row[column]));
    count += 1;
  }
  return count;
};

/** Copies a book's rows into a new file. `source` stands in a read transaction, so that all are of one moment. */
export const copyRows = (
  source: Database,
  projectId: string,
  file: string,
  binding: string | null,
): void => {
  const copy = createRowsDatabase(file, schemaVersion(source), binding);
  try {
    copy.transaction(() => {
      for (const table of tablesIn(source)) {
        insertRows(copy, table, readRows(source, table, projectId));
      }
    })();
  } finally {
    copy.close();
  }
};

const encodeValue = (value: unknown): unknown => {
  if (typeof value === 'bigint') return { n: String(value) };
  if (Buffer.isBuffer(value)) return { b: value.toString('base64') };
  return value;
};

/** One number for all rows of a book: equal exactly where each row of one is in the other. */
export const digestRows = (database: Database, projectId: string): string => {
  const hash = createHash('sha256');
  for (const table of tablesIn(database)) {
    hash.update(`\n${table.name}\n`);
    const lines: string[] = [];
    for (const row of readRows(database, table, projectId)) {
      lines.push(
        JSON.stringify(Object.entries(row).map(([name, value]) => [name, encodeValue(value)])),
      );
    }
    hash.update(lines.join('\n'));
  }
  return hash.digest('hex');
};
