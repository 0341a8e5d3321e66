/** Constraints as records of the book's folder (B1). */
import type { Clock } from '#main/platform.ts';
import type { ArrangeRows } from '../arrange-rows.ts';
import type { ConstraintFields, RecordSource } from '../record-source.ts';
import type { ConstraintRecord, ConstraintStore } from './store.ts';

type Parts = {
  store: ConstraintStore;
  clock: Clock;
  arrange: ArrangeRows;
  countTokens(text: string): number;
  /** Runs in one transaction and forgets what was read before. */
  write<T>(projectId: string, run: () => T): T;
  withhold(projectId: string, ids: ReadonlySet<string>): void;
  tell(projectId: string): void;
};

const fieldsOf = (record: ConstraintRecord): ConstraintFields => {
  const { type, source, priority, enabled, fence, text } = record;
  return { type, source, priority, enabled, fence, text };
};

export const createConstraintRecords = (parts: Parts): RecordSource<ConstraintFields> => {
  const { store, clock, write } = parts;
  return {
    list: (projectId) =>
      new Map(store.list(projectId).items.map((record) => [record.constraintId, fieldsOf(record)])),
    put: (projectId, id, fields) =>
      write(projectId, () => {
        const stored = store.find(projectId, id);
        const now = clock.now();
        const record: ConstraintRecord = {
          ...fields,
          constraintId: id,
          tokenCount: parts.countTokens(fields.text),
          version: (stored?.constraint.version ?? 0) + 1,
          createdAt: stored?.constraint.createdAt ?? now,
          updatedAt: now,
        };
        if (stored) store.update(projectId, record);
        else store.insert(projectId, record);
        if (stored?.deleted) store.setDeleted(projectId, id, null);
      }),
    remove: (projectId, id) => write(projectId, () => store.setDeleted(projectId, id, clock.now())),
    withhold: parts.withhold,
    arrange: (projectId, ids) => write(projectId, () => parts.arrange(projectId, ids)),
    listDamaged: (projectId) => store.list(projectId).malformed,
    tell: parts.tell,
  };
};
