/** For migrations: widens the closed list of values that a column takes. */
import type { Database } from 'better-sqlite3';

type ClosedColumn = { table: string; column: string; values: readonly string[] };

/** Lets `column` hold `values`. SQLite changes no check in place: the table is written anew, its indexes with it. */
export const admitValues = (database: Database, { table, column, values }: ClosedColumn): void => {
  const statements = database
    .prepare('SELECT type, sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL')
    .all(table) as { type: string; sql: string }[];
  const created = statements.find(({ type }) => type === 'table')?.sql ?? '';
  const closedList = new RegExp(`(${column} IN )\\([^)]*\\)`);
  const name = new RegExp(`^CREATE TABLE "?${table}"?`);
  if (!closedList.test(created) || !name.test(created)) {
    throw new Error(`${table}.${column} has no closed list of values`);
  }
  const list = values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ');
  database.exec(created.replace(closedList, `$1(${list})`).replace(name, `CREATE TABLE widened`));
  database.exec(`
    INSERT INTO widened SELECT * FROM ${table};
    DROP TABLE ${table};
    ALTER TABLE widened RENAME TO ${table};
  `);
  for (const { type, sql } of statements) if (type !== 'table') database.exec(sql);
};
