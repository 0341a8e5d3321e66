/** Writes the rows of an archive into the program's database. */
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { migrate } from '#main/db/migrate.ts';
import { migrations } from '#main/db/migrations/index.ts';
import { insertRows, readRows, tablesIn } from './book-rows.ts';
import type { RenameIds } from './new-ids.ts';

/** Texts of the writer's, kept as they are: what looks like an id in them is none. */
const ownTexts: ReadonlySet<string> = new Set(['assembly_texts.text', 'documents.synopsis']);

/** An archive's rows, which were looked at before, brought to the shape of today. Close it yourself. */
export const openForImport = (file: string, binding: string | null): Database => {
  const rows = new BetterSqlite3(file, binding ? { nativeBinding: binding } : {});
  try {
    rows.pragma('trusted_schema = OFF');
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
  const renamed = (table: string, row: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => {
        const isKept = typeof value !== 'string' || ownTexts.has(`${table}.${column}`);
        return [column, isKept ? value : rename(value)];
      }),
    );
  database
    .transaction(() => {
      for (const table of tablesIn(rows)) {
        const all = function* (): Generator<Record<string, unknown>> {
          for (const row of readRows(rows, table, from)) yield renamed(table.name, row);
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
