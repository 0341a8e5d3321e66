/** The table of threads. */
import { z } from 'zod';
import { flagColumn, jsonColumn, nullableJsonColumn, toNullableJson } from '#main/db/columns.ts';
import { Thread, ThreadDue } from '#shared/domain/thread.ts';
import { StoredThreadPlaces } from '../record-source.ts';
import type { RowTable } from '../row-store.ts';
import type { StoredThread } from './service.ts';

const Row = Thread.extend({
  // What is read is what was written, to the byte.
  title: z.string().min(1),
  due: nullableJsonColumn(ThreadDue),
  send: flagColumn,
  places: jsonColumn(StoredThreadPlaces),
});

export const threadTable: RowTable<StoredThread> = {
  table: 'threads',
  id: 'threadId',
  columns: {
    ...{ threadId: 'thread_id', title: 'name', note: 'note' },
    ...{ due: 'due', send: 'send', places: 'places' },
  },
  schema: Row,
  toColumns: (thread) => ({
    ...thread,
    due: toNullableJson(thread.due),
    send: thread.send ? 1 : 0,
    places: JSON.stringify(thread.places),
  }),
};
