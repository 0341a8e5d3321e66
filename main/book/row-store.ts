/** The table of one kind of records of a book: each has an id of its own, and is marked where it is deleted. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { flagColumn, parseRow, type SoundRows, soundRows } from '#main/db/columns.ts';

export type RowStore<S> = {
  /** In the order in which they were made, without deleted ones. */
  list(projectId: string): SoundRows<S>;
  /** The same with deleted ones. */
  listAll(projectId: string): readonly S[];
  /** Also a deleted one; null for an id of another project (S3-41). DATABASE_CORRUPT. */
  find(projectId: string, id: string): { row: S; deleted: boolean } | null;
  count(projectId: string): number;
  insert(projectId: string, row: S): void;
  update(projectId: string, row: S): void;
  setDeleted(projectId: string, id: string, deletedAt: number | null): void;
  forget(projectId: string): void;
  /** Runs all or nothing. */
  transaction<T>(run: () => T): T;
};

export type RowTable<S> = {
  table: string;
  /** The field that is the row's id. */
  id: string;
  /** Columns by the fields they hold; beside them are `version`, `created_at` and `updated_at`. */
  columns: Readonly<Record<string, string>>;
  schema: z.ZodType<S>;
  toColumns(row: S): object;
};

const kept = { version: 'version', createdAt: 'created_at', updatedAt: 'updated_at' };
const DeletedRow = z.object({ deleted: flagColumn });
const CountRow = z.object({ count: z.number().int() });

export const createRowStore = <S>(
  database: Database,
  { table, id, columns: own, schema, toColumns }: RowTable<S>,
): RowStore<S> => {
  const columns = { ...own, ...kept };
  const fields = Object.entries(columns);
  const idColumn = own[id] ?? id;
  const selected = fields.map(([field, column]) => `${column} AS ${field}`).join(', ');
  const select = database.prepare(
    `SELECT ${selected} FROM ${table} WHERE project_id = ? AND deleted_at IS NULL ORDER BY sequence`,
  );
  const selectAll = database.prepare(
    `SELECT ${selected} FROM ${table} WHERE project_id = ? ORDER BY sequence`,
  );
  const selectOne = database.prepare(
    `SELECT ${selected}, deleted_at IS NOT NULL AS deleted FROM ${table}
     WHERE project_id = ? AND ${idColumn} = ?`,
  );
  const countAll = database.prepare(
    `SELECT count(*) AS count FROM ${table} WHERE project_id = ? AND deleted_at IS NULL`,
  );
  const insert = database.prepare(
    `INSERT INTO ${table} (project_id, ${fields.map(([, column]) => column).join(', ')})
     VALUES (@projectId, ${fields.map(([field]) => `@${field}`).join(', ')})`,
  );
  const changing = fields.filter(([field]) => field !== id && field !== 'createdAt');
  const update = database.prepare(
    `UPDATE ${table} SET ${changing.map(([field, column]) => `${column} = @${field}`).join(', ')}
     WHERE project_id = @projectId AND ${idColumn} = @${id}`,
  );
  const setDeleted = database.prepare(
    `UPDATE ${table} SET deleted_at = ? WHERE project_id = ? AND ${idColumn} = ?`,
  );
  const forget = database.prepare(`DELETE FROM ${table} WHERE project_id = ?`);

  return {
    list: (projectId) => soundRows(schema, id, select.all(projectId)),
    listAll: (projectId) => soundRows(schema, id, selectAll.all(projectId)).items,
    find: (projectId, key) => {
      const found = selectOne.get(projectId, key);
      if (found === undefined) return null;
      const { deleted } = parseRow(DeletedRow, table, found);
      return { row: parseRow(schema, table, found), deleted };
    },
    count: (projectId) => parseRow(CountRow, table, countAll.get(projectId)).count,
    insert: (projectId, row) => void insert.run({ ...toColumns(row), projectId }),
    update: (projectId, row) => void update.run({ ...toColumns(row), projectId }),
    setDeleted: (projectId, key, deletedAt) => void setDeleted.run(deletedAt, projectId, key),
    forget: (projectId) => void forget.run(projectId),
    transaction: (run) => database.transaction(run).immediate(),
  };
};
