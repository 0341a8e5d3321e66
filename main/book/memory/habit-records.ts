/** Preferences the writer confirmed, as records of the book's folder; the others stay on their machine (B1). */
import type { Clock } from '#main/platform.ts';
import type { ArrangeRows } from '../arrange-rows.ts';
import type { MemoryRule } from '#shared/domain/memory.ts';
import type { HabitFields, RecordSource } from '../record-source.ts';
import type { MemoryStore } from './store.ts';

type Parts = {
  store: MemoryStore;
  clock: Clock;
  arrange: ArrangeRows;
  countTokens(text: string): number;
  /** Runs in one transaction and forgets what was read before. */
  write<T>(projectId: string, run: () => T): T;
  tell(projectId: string): void;
};

export const createHabitRecords = (parts: Parts): RecordSource<HabitFields> => {
  const { store, clock, write } = parts;
  return {
    list: (projectId) =>
      new Map(
        store
          .listRules(projectId)
          .items.filter(({ confirmed }) => confirmed)
          .map(({ ruleId, confidence, text }) => [ruleId, { confidence, text }]),
      ),
    put: (projectId, id, fields) =>
      write(projectId, () => {
        const stored = store.findRule(projectId, id);
        const now = clock.now();
        const rule: MemoryRule = {
          ...fields,
          ruleId: id,
          confirmed: true,
          tokenCount: parts.countTokens(fields.text),
          version: (stored?.rule.version ?? 0) + 1,
          createdAt: stored?.rule.createdAt ?? now,
          updatedAt: now,
        };
        if (stored) store.updateRule(projectId, rule);
        else store.insertRule(projectId, rule);
        if (stored?.deleted) store.setRuleDeleted(projectId, id, null);
      }),
    remove: (projectId, id) =>
      write(projectId, () => store.setRuleDeleted(projectId, id, clock.now())),
    // They have no fences.
    withhold: () => undefined,
    arrange: (projectId, ids) => write(projectId, () => parts.arrange(projectId, ids)),
    listDamaged: (projectId) => store.listRules(projectId).malformed,
    tell: parts.tell,
  };
};
