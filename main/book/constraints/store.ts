/** The table of constraints. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  flagColumn,
  nullableJsonColumn,
  parseRow,
  type SoundRows,
  soundRows,
  toNullableJson,
} from '#main/db/columns.ts';
import { Constraint } from '#shared/domain/constraint.ts';
import { StoredFence } from '../chapter-reference.ts';

const table = 'constraints';
const columns = `constraint_id AS constraintId, type, text, source, priority, enabled, fence,
  token_count AS tokenCount, version, created_at AS createdAt, updated_at AS updatedAt`;

const Row = Constraint.extend({ enabled: flagColumn, fence: nullableJsonColumn(StoredFence) });
const StoredRow = Row.extend({ deleted: flagColumn });
const CountRow = z.object({ count: z.number().int() });

/** A constraint as it is stored: its fence names chapters by id. */
export type ConstraintRecord = Omit<Constraint, 'fence'> & { fence: StoredFence | null };
export type StoredConstraint = { constraint: ConstraintRecord; deleted: boolean };

export type ConstraintStore = {
  /** In sending order, without deleted ones. */
  list(projectId: string): SoundRows<ConstraintRecord>;
  /** Ids of those that were deleted with a fence. */
  listDeletedFenced(projectId: string): string[];
  /** Also a deleted one; null for an id of another project (S3-41). */
  find(projectId: string, constraintId: string): StoredConstraint | null;
  count(projectId: string): number;
  insert(projectId: string, constraint: ConstraintRecord): void;
  update(projectId: string, constraint: ConstraintRecord): void;
  setDeleted(projectId: string, constraintId: string, deletedAt: number | null): void;
  forget(projectId: string): void;
  /** Runs all or nothing. */
  transaction<T>(run: () => T): T;
};

export const createConstraintStore = (database: Database): ConstraintStore => {
  const select = database.prepare(
    `SELECT ${columns} FROM constraints WHERE project_id = ? AND deleted_at IS NULL
     ORDER BY priority DESC, sequence`,
  );
  const selectOne = database.prepare(
    `SELECT ${columns}, deleted_at IS NOT NULL AS deleted FROM constraints
     WHERE project_id = ? AND constraint_id = ?`,
  );
  const selectDeleted = database
    .prepare(
      `SELECT constraint_id FROM constraints
       WHERE project_id = ? AND deleted_at IS NOT NULL AND fence IS NOT NULL`,
    )
    .pluck();
  const countAll = database.prepare(
    'SELECT count(*) AS count FROM constraints WHERE project_id = ? AND deleted_at IS NULL',
  );
  const insert = database.prepare(`
    INSERT INTO constraints (constraint_id, project_id, type, text, source, priority, enabled, fence,
      token_count, version, created_at, updated_at)
    VALUES (@constraintId, @projectId, @type, @text, @source, @priority, @enabled, @fence,
      @tokenCount, @version, @createdAt, @updatedAt)
  `);
  const update = database.prepare(`
    UPDATE constraints SET type = @type, text = @text, priority = @priority, enabled = @enabled,
      fence = @fence, token_count = @tokenCount, version = @version, updated_at = @updatedAt
    WHERE project_id = @projectId AND constraint_id = @constraintId
  `);
  const setDeleted = database.prepare(
    'UPDATE constraints SET deleted_at = ? WHERE project_id = ? AND constraint_id = ?',
  );
  const forget = database.prepare('DELETE FROM constraints WHERE project_id = ?');

  const toRow = (projectId: string, constraint: ConstraintRecord) => ({
    ...constraint,
    projectId,
    enabled: constraint.enabled ? 1 : 0,
    fence: toNullableJson(constraint.fence),
  });

  return {
    list: (projectId) => soundRows(Row, 'constraintId', select.all(projectId)),
    listDeletedFenced: (projectId) => selectDeleted.all(projectId).map(String),
    find: (projectId, constraintId) => {
      const row = selectOne.get(projectId, constraintId);
      if (row === undefined) return null;
      const { deleted, ...constraint } = parseRow(StoredRow, table, row);
      return { constraint, deleted };
    },
    count: (projectId) => parseRow(CountRow, table, countAll.get(projectId)).count,
    insert: (projectId, constraint) => {
      insert.run(toRow(projectId, constraint));
    },
    update: (projectId, constraint) => {
      const { source: _source, createdAt: _createdAt, ...row } = toRow(projectId, constraint);
      update.run(row);
    },
    setDeleted: (projectId, constraintId, deletedAt) => {
      setDeleted.run(deletedAt, projectId, constraintId);
    },
    forget: (projectId) => {
      forget.run(projectId);
    },
    transaction: (run) => database.transaction(run).immediate(),
  };
};
