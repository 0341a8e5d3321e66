/** Expectations as records of the book's folder (B1). */
import type { Clock } from '#main/platform.ts';
import type { ArrangeRows } from '../arrange-rows.ts';
import type { ExpectationFields, RecordSource } from '../record-source.ts';
import type { StoredExpectation } from './service.ts';
import type { ExpectationStore } from './store.ts';

type Parts = {
  store: ExpectationStore;
  clock: Clock;
  arrange: ArrangeRows;
  /** Runs in one transaction and forgets what was read before. */
  write<T>(projectId: string, run: () => T): T;
  tell(projectId: string): void;
};

const fieldsOf = ({ expect, skillId, at, item, note }: StoredExpectation): ExpectationFields => ({
  ...{ expect, at, item, note },
  skill: skillId,
});

export const createExpectationRecords = (parts: Parts): RecordSource<ExpectationFields> => {
  const { store, clock, write } = parts;
  return {
    list: (projectId) =>
      new Map(store.list(projectId).items.map((one) => [one.expectationId, fieldsOf(one)])),
    put: (projectId, id, { skill, ...fields }) =>
      write(projectId, () => {
        const stored = store.find(projectId, id);
        const now = clock.now();
        const expectation: StoredExpectation = {
          ...fields,
          skillId: skill,
          expectationId: id,
          version: (stored?.expectation.version ?? 0) + 1,
          createdAt: stored?.expectation.createdAt ?? now,
          updatedAt: now,
        };
        if (stored) store.update(projectId, expectation);
        else store.insert(projectId, expectation);
        if (stored?.deleted) store.setDeleted(projectId, id, null);
      }),
    remove: (projectId, id) => write(projectId, () => store.setDeleted(projectId, id, clock.now())),
    // They have no fences, and go to no model.
    withhold: () => undefined,
    arrange: (projectId, ids) => write(projectId, () => parts.arrange(projectId, ids)),
    listDamaged: (projectId) => store.list(projectId).malformed,
    tell: parts.tell,
  };
};
