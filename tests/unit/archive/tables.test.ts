import { expect, it } from 'vitest';
import { createRowsDatabase } from '#main/archive/book-rows.ts';
import { carriedTables, stayingTables } from '#main/archive/tables.ts';
import { migrations } from '#main/db/migrations/index.ts';

it('every table of the database is carried with a book, or stays for a reason [B8, B9]', () => {
  const newest = migrations.at(-1)?.number ?? 0;
  const database = createRowsDatabase(':memory:', newest, null);
  const tables = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all()
    .filter((name) => !name.startsWith('sqlite_'));
  database.close();
  const known = [...carriedTables.map(({ name }) => name), ...Object.keys(stayingTables)];
  expect(known.toSorted()).toEqual(tables.toSorted());
});
