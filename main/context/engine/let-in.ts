/** What the writer lets in although there is no room for it (N2). */
import { type GroupName, groupNames } from './candidate.ts';
import { type Selected, whole } from './choice.ts';
import { isText } from './hand-back.ts';
import type { Selecting, Taken } from './take-group.ts';

/** It comes besides, on tokens of its own, and displaces nothing: the answer is how many. */
export const letIn = (
  taken: Record<GroupName, Taken>,
  admit: ReadonlySet<string>,
  { members, headings }: Selecting,
): number => {
  if (admit.size === 0) return 0;
  let granted = 0;
  for (const group of groupNames) {
    const { choices, tokens } = taken[group];
    const isOut = ({ decision, candidate }: Selected): boolean =>
      decision === 'dropped' && !isText(group) && admit.has(candidate.id);
    if (!choices.some(isOut)) continue;
    granted += tokens === 0 ? headings[group] : 0;
    const withLetIn = members[group].flatMap((item, index): Selected[] => {
      const choice = choices[index];
      if (!choice || !isOut(choice)) return choice ? [choice] : [];
      granted += item.cost;
      return [whole(item)];
    });
    taken[group] = { tokens, choices: withLetIn };
  }
  return granted;
};
