/** Takes back what the writer made of constraints (W1). */
import type { Write } from '#renderer/app/project-list-types.ts';
import { fieldChanged } from '#renderer/app/steps.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import type { Channel, Input, Output } from '#shared/contract/index.ts';
import type { ConstraintChange } from '#shared/domain/constraint.ts';

type Call = <C extends Channel>(channel: C, input: Input<C>) => Promise<Output<C>>;

/** What a write answers with; `text`: the words of the one that was written. */
type Written = { changes: ConstraintChange[]; text?: string };

export const createWayBack = (call: Call) => {
  /** The refusal with the words of the constraint, which the program tells in no error. */
  const named = async (projectId: string, failure: unknown, text: string): Promise<unknown> => {
    const { code, details } = failureOf(failure);
    if (code !== 'FIELD_CHANGED') return failure;
    const { items } = await call('constraints:list', { projectId });
    const now = items.find(({ constraintId }) => constraintId === details.constraintId);
    return fieldChanged({ ...details, changed: 'constraint', name: now?.text ?? text });
  };

  /** All of it is taken back or nothing; null where there is nothing to take back. */
  return ({ changes, text = '' }: Written): Write | null =>
    changes.length === 0
      ? null
      : async (projectId) => {
          try {
            const made = await call('constraints:takeBack', { projectId, changes });
            return made.changes.length > 0;
          } catch (failure) {
            throw await named(projectId, failure, text);
          }
        };
};
