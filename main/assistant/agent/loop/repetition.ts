/** Notices a model that goes round in a circle. */
import type { Json } from '#shared/errors.ts';

/** So often a call may fail in the same way, or an answer be unreadable without one readable between. */
const maxRepetitions = 3;

/** The same for equal values, however their keys are ordered. */
const canonical = (value: Json): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

export type Repetition = {
  /** True when this very call has now failed too often in this turn. */
  failed(toolName: string, input: Json): boolean;
  succeeded(toolName: string, input: Json): void;
  /** True when answers have been unreadable too often in a row. */
  unreadable(): boolean;
  readable(): void;
};

/** Notices a model that goes round in a circle. */
export const createRepetition = (): Repetition => {
  const failures = new Map<string, number>();
  let inARow = 0;
  const nameOf = (toolName: string, input: Json): string => `${toolName} ${canonical(input)}`;
  return {
    failed(toolName, input) {
      const name = nameOf(toolName, input);
      const times = (failures.get(name) ?? 0) + 1;
      failures.set(name, times);
      return times >= maxRepetitions;
    },
    succeeded(toolName, input) {
      failures.delete(nameOf(toolName, input));
    },
    unreadable() {
      inARow += 1;
      return inARow >= maxRepetitions;
    },
    readable() {
      inARow = 0;
    },
  };
};
