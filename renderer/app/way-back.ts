/** Takes back what writes answered that they made, all of it or nothing (W1). */
import { failureOf } from '#renderer/i18n/failure.ts';
import type { Json } from '#shared/errors.ts';
import type { Write } from './project-list-types.ts';
import { fieldChanged } from './steps.ts';

type Needs<Change> = {
  /** What kind of thing a refusal names. */
  changed: 'constraint' | 'entity';
  takeBack(projectId: string, changes: Change[]): Promise<{ changes: Change[] }>;
  /** What the thing that a refusal is about is called by now; undefined where it is gone. */
  nameNow(projectId: string, details: Record<string, Json>): Promise<string | undefined>;
};

/** What a write answers with; `name`: what the thing was called then. */
type Made<Change> = { changes: Change[]; name: string };

export const createWayBack = <Change>({ changed, takeBack, nameNow }: Needs<Change>) => {
  /** The refusal with what the thing is called, which the program tells in no error. */
  const named = async (projectId: string, failure: unknown, name: string): Promise<unknown> => {
    const { code, details } = failureOf(failure);
    if (code !== 'FIELD_CHANGED') return failure;
    return fieldChanged({ ...details, changed, name: (await nameNow(projectId, details)) ?? name });
  };

  /** Null where there is nothing to take back. */
  return ({ changes, name }: Made<Change>): Write | null =>
    changes.length === 0
      ? null
      : async (projectId) => {
          try {
            return (await takeBack(projectId, changes)).changes.length > 0;
          } catch (failure) {
            throw await named(projectId, failure, name);
          }
        };
};
