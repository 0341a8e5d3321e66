/** Threads as records of the book's folder (B1). */
import type { Clock } from '#main/platform.ts';
import type { ArrangeRows } from '../arrange-rows.ts';
import type { RecordSource, ThreadFields } from '../record-source.ts';
import type { StoredThread } from './service.ts';
import type { ThreadStore } from './store.ts';

type Parts = {
  store: ThreadStore;
  clock: Clock;
  arrange: ArrangeRows;
  /** Runs in one transaction and forgets what was read before. */
  write<T>(projectId: string, run: () => T): T;
  tell(projectId: string): void;
};

const fieldsOf = ({ name, note, due, send, places }: StoredThread): ThreadFields => ({
  ...{ name, note, due, send, places },
});

export const createThreadRecords = (parts: Parts): RecordSource<ThreadFields> => {
  const { store, clock, write } = parts;
  return {
    list: (projectId) =>
      new Map(store.list(projectId).items.map((one) => [one.threadId, fieldsOf(one)])),
    put: (projectId, id, fields) =>
      write(projectId, () => {
        const stored = store.find(projectId, id);
        const now = clock.now();
        const thread: StoredThread = {
          ...fields,
          threadId: id,
          version: (stored?.thread.version ?? 0) + 1,
          createdAt: stored?.thread.createdAt ?? now,
          updatedAt: now,
        };
        if (stored) store.update(projectId, thread);
        else store.insert(projectId, thread);
        if (stored?.deleted) store.setDeleted(projectId, id, null);
      }),
    remove: (projectId, id) => write(projectId, () => store.setDeleted(projectId, id, clock.now())),
    // They have no fences of their own: those of their chapters and of the names in them hold.
    withhold: () => undefined,
    arrange: (projectId, ids) => write(projectId, () => parts.arrange(projectId, ids)),
    listDamaged: (projectId) => store.list(projectId).malformed,
    tell: parts.tell,
  };
};
