/** The table of expectations. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { flagColumn, jsonColumn, parseRow, type SoundRows, soundRows } from '#main/db/columns.ts';
import { Expectation } from '#shared/domain/expectation.ts';
import { StoredItem, StoredPlace } from '../record-source.ts';
import type { StoredExpectation } from './service.ts';

const table = 'expectations';
const columns = `expectation_id AS expectationId, place AS at, skill_id AS skillId, expect, item, note,
  version, created_at AS createdAt, updated_at AS updatedAt`;

const Row = Expectation.pick({
  expectationId: true,
  skillId: true,
  expect: true,
  note: true,
  version: true,
  createdAt: true,
  updatedAt: true,
}).extend({ at: jsonColumn(StoredPlace), item: jsonColumn(StoredItem) });
const StoredRow = Row.extend({ deleted: flagColumn });
const CountRow = z.object({ count: z.number().int() });

export type ExpectationStore = {
  /** In the order in which they were made, without deleted ones. */
  list(projectId: string): SoundRows<StoredExpectation>;
  /** Also a deleted one; null for an id of another project (S3-41). */
  find(
    projectId: string,
    expectationId: string,
  ): { expectation: StoredExpectation; deleted: boolean } | null;
  count(projectId: string): number;
  insert(projectId: string, expectation: StoredExpectation): void;
  update(projectId: string, expectation: StoredExpectation): void;
  setDeleted(projectId: string, expectationId: string, deletedAt: number | null): void;
  forget(projectId: string): void;
  /** Runs all or nothing. */
  transaction<T>(run: () => T): T;
};

export const createExpectationStore = (database: Database): ExpectationStore => {
  const select = database.prepare(
    `SELECT ${columns} FROM expectations WHERE project_id = ? AND deleted_at IS NULL ORDER BY sequence`,
  );
  const selectOne = database.prepare(
    `SELECT ${columns}, deleted_at IS NOT NULL AS deleted FROM expectations
     WHERE project_id = ? AND expectation_id = ?`,
  );
  const countAll = database.prepare(
    'SELECT count(*) AS count FROM expectations WHERE project_id = ? AND deleted_at IS NULL',
  );
  const insert = database.prepare(`
    INSERT INTO expectations (expectation_id, project_id, place, skill_id, expect, item, note, version,
      created_at, updated_at)
    VALUES (@expectationId, @projectId, @at, @skillId, @expect, @item, @note, @version, @createdAt, @updatedAt)
  `);
  const update = database.prepare(`
    UPDATE expectations SET place = @at, skill_id = @skillId, expect = @expect, item = @item, note = @note,
      version = @version, updated_at = @updatedAt
    WHERE project_id = @projectId AND expectation_id = @expectationId
  `);
  const setDeleted = database.prepare(
    'UPDATE expectations SET deleted_at = ? WHERE project_id = ? AND expectation_id = ?',
  );
  const forget = database.prepare('DELETE FROM expectations WHERE project_id = ?');

  const toRow = (projectId: string, expectation: StoredExpectation) => ({
    ...expectation,
    projectId,
    at: JSON.stringify(expectation.at),
    item: JSON.stringify(expectation.item),
  });

  return {
    list: (projectId) => soundRows(Row, 'expectationId', select.all(projectId)),
    find: (projectId, expectationId) => {
      const row = selectOne.get(projectId, expectationId);
      if (row === undefined) return null;
      const { deleted, ...expectation } = parseRow(StoredRow, table, row);
      return { expectation, deleted };
    },
    count: (projectId) => parseRow(CountRow, table, countAll.get(projectId)).count,
    insert: (projectId, expectation) => void insert.run(toRow(projectId, expectation)),
    update(projectId, expectation) {
      const { createdAt: _createdAt, ...row } = toRow(projectId, expectation);
      update.run(row);
    },
    setDeleted: (projectId, expectationId, deletedAt) =>
      void setDeleted.run(deletedAt, projectId, expectationId),
    forget: (projectId) => void forget.run(projectId),
    transaction: (run) => database.transaction(run).immediate(),
  };
};
