/** The table of threads. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  flagColumn,
  jsonColumn,
  nullableJsonColumn,
  parseRow,
  type SoundRows,
  soundRows,
  toNullableJson,
} from '#main/db/columns.ts';
import { Thread, ThreadDue } from '#shared/domain/thread.ts';
import { StoredThreadPlaces } from '../record-source.ts';
import type { StoredThread } from './service.ts';

const table = 'threads';
const columns = `thread_id AS threadId, name, note, due, send, places, version, created_at AS createdAt,
  updated_at AS updatedAt`;

const Row = Thread.extend({
  // What is read is what was written, to the byte.
  name: z.string().min(1),
  due: nullableJsonColumn(ThreadDue),
  send: flagColumn,
  places: jsonColumn(StoredThreadPlaces),
});
const StoredRow = Row.extend({ deleted: flagColumn });
const CountRow = z.object({ count: z.number().int() });

export type ThreadStore = {
  /** In the order in which they were made, without deleted ones. */
  list(projectId: string): SoundRows<StoredThread>;
  /** Also a deleted one; null for an id of another project (S3-41). */
  find(projectId: string, threadId: string): { thread: StoredThread; deleted: boolean } | null;
  count(projectId: string): number;
  insert(projectId: string, thread: StoredThread): void;
  update(projectId: string, thread: StoredThread): void;
  setDeleted(projectId: string, threadId: string, deletedAt: number | null): void;
  forget(projectId: string): void;
  /** Runs all or nothing. */
  transaction<T>(run: () => T): T;
};

const toRow = (projectId: string, thread: StoredThread) => ({
  ...thread,
  projectId,
  due: toNullableJson(thread.due),
  send: thread.send ? 1 : 0,
  places: JSON.stringify(thread.places),
});

export const createThreadStore = (database: Database): ThreadStore => {
  const select = database.prepare(
    `SELECT ${columns} FROM threads WHERE project_id = ? AND deleted_at IS NULL ORDER BY sequence`,
  );
  const selectOne = database.prepare(
    `SELECT ${columns}, deleted_at IS NOT NULL AS deleted FROM threads
     WHERE project_id = ? AND thread_id = ?`,
  );
  const countAll = database.prepare(
    'SELECT count(*) AS count FROM threads WHERE project_id = ? AND deleted_at IS NULL',
  );
  const insert = database.prepare(`
    INSERT INTO threads (thread_id, project_id, name, note, due, send, places, version, created_at, updated_at)
    VALUES (@threadId, @projectId, @name, @note, @due, @send, @places, @version, @createdAt, @updatedAt)
  `);
  const update = database.prepare(`
    UPDATE threads SET name = @name, note = @note, due = @due, send = @send, places = @places,
      version = @version, updated_at = @updatedAt
    WHERE project_id = @projectId AND thread_id = @threadId
  `);
  const setDeleted = database.prepare(
    'UPDATE threads SET deleted_at = ? WHERE project_id = ? AND thread_id = ?',
  );
  const forget = database.prepare('DELETE FROM threads WHERE project_id = ?');

  return {
    list: (projectId) => soundRows(Row, 'threadId', select.all(projectId)),
    find: (projectId, threadId) => {
      const row = selectOne.get(projectId, threadId);
      if (row === undefined) return null;
      const { deleted, ...thread } = parseRow(StoredRow, table, row);
      return { thread, deleted };
    },
    count: (projectId) => parseRow(CountRow, table, countAll.get(projectId)).count,
    insert: (projectId, thread) => void insert.run(toRow(projectId, thread)),
    update(projectId, thread) {
      const { createdAt: _createdAt, ...row } = toRow(projectId, thread);
      update.run(row);
    },
    setDeleted: (projectId, threadId, deletedAt) =>
      void setDeleted.run(deletedAt, projectId, threadId),
    forget: (projectId) => void forget.run(projectId),
    transaction: (run) => database.transaction(run).immediate(),
  };
};
