/** Takes back what the writer made of constraints (W1). */
import type { Write } from '#renderer/app/project-list-types.ts';
import { createWayBack as createOf } from '#renderer/app/way-back.ts';
import type { Channel, Input, Output } from '#shared/contract/index.ts';
import type { ConstraintChange } from '#shared/domain/constraint.ts';

type Call = <C extends Channel>(channel: C, input: Input<C>) => Promise<Output<C>>;

/** What a write answers with; `text`: the words of the one that was written. */
type Written = { changes: ConstraintChange[]; text?: string };

export const createWayBack = (call: Call) => {
  const wayBack = createOf<ConstraintChange>({
    changed: 'constraint',
    takeBack: (projectId, changes) => call('constraints:takeBack', { projectId, changes }),
    async nameNow(projectId, { constraintId }) {
      const { items } = await call('constraints:list', { projectId });
      return items.find((one) => one.constraintId === constraintId)?.text;
    },
  });

  /** All of it is taken back or nothing; null where there is nothing to take back. */
  return ({ changes, text = '' }: Written): Write | null => wayBack({ changes, name: text });
};
