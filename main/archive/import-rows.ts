/** Writes the rows of an archive into the program's database. */
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { migrate } from '#main/db/migrate.ts';
import { migrations } from '#main/db/migrations/index.ts';
import { insertRows, readRows, tablesIn } from './book-rows.ts';
import type { RenameIds } from './new-ids.ts';

/** Kept as they are: texts of the writer's, in which nothing is an id, and the names the book's folder has for things. */
const keptColumns: ReadonlySet<string> = new Set([
  'assembly_texts.text',
  'documents.synopsis',
  'documents.fence_key',
]);

/** What stands in the folder names chapters as the folder does. */
const keptTables: ReadonlySet<string> = new Set([
  'record_files',
  'record_versions',
  'outside_changes',
]);

type Row = Record<string, unknown>;

/** The row with new ids. A chapter keeps the key under which its folder knows it. */
const renameRow = (table: string, row: Row, rename: RenameIds): Row => {
  const isKept = (column: string): boolean =>
    keptColumns.has(`${table}.${column}`) || (keptTables.has(table) && column !== 'project_id');
  const renamed = Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value !== 'string' || isKept(column) ? value : rename(value),
    ]),
  );
  const { document_id: before, fence_key: key } = row;
  if (table !== 'documents' || key !== null || renamed['document_id'] === before) return renamed;
  return { ...renamed, fence_key: before };
};

/** An archive's rows, which were looked at before, brought to the shape of today. Close it yourself. */
export const openForImport = (file: string, binding: string | null): Database => {
  const rows = new BetterSqlite3(file, binding ? { nativeBinding: binding } : {});
  try {
    rows.pragma('trusted_schema = OFF');
    // It is thrown away afterwards, whole or half.
    rows.pragma('journal_mode = MEMORY');
    rows.pragma('synchronous = OFF');
    migrate(rows, migrations, () => undefined);
    return rows;
  } catch (error) {
    rows.close();
    throw error;
  }
};

type Book = { from: string; projectId: string; path: string; rename: RenameIds; now: number };

/** All rows or none. Throws SQLite's error. */
export const importRows = (database: Database, rows: Database, book: Book): void => {
  const { from, projectId, path, rename, now } = book;
  database
    .transaction(() => {
      for (const table of tablesIn(rows)) {
        const all = function* (): Generator<Row> {
          for (const row of readRows(rows, table, from)) yield renameRow(table.name, row, rename);
        };
        insertRows(database, table, all());
      }
      database
        .prepare('UPDATE projects SET path = ?, opened_at = ? WHERE project_id = ?')
        .run(path, now, projectId);
    })
    .immediate();
};

/** Takes back what {@link importRows} wrote. */
export const removeRows = (database: Database, projectId: string): void => {
  database
    .transaction(() => {
      for (const { name, where } of tablesIn(database).toReversed()) {
        database.prepare(`DELETE FROM "${name}" WHERE ${where ?? 'project_id = ?'}`).run(projectId);
      }
    })
    .immediate();
};
