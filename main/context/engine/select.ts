/** Turns what every group may take into one decision for every candidate, and hands on what was not taken. */
import { eachGroup, groupNames, type GroupName } from './candidate.ts';
import { type Chosen, dropped } from './choice.ts';
import { handBack, type SpareRoom } from './hand-back.ts';
import { letIn } from './let-in.ts';
import type { Allowance } from './plan.ts';
import type { Priced } from './price.ts';
import { type Selecting, type Taken, takeGroup } from './take-group.ts';

export type { Headings } from './take-group.ts';

export type SelectionLimits = SpareRoom & { allowed: Allowance };

/** The candidates that may go, by group. */
const membersOf = (priced: readonly Priced[]): Selecting['members'] => {
  const members = eachGroup((): Priced[] => []);
  for (const item of priced) {
    if (!item.candidate.excluded) members[item.candidate.group].push(item);
  }
  return members;
};

/** In the candidates' order; groups decide about their members in the same order. */
const inOrder = (
  priced: readonly Priced[],
  members: Selecting['members'],
  taken: Record<GroupName, Taken>,
): Chosen[] => {
  const decided = eachGroup(() => 0);
  for (const group of groupNames) {
    if (taken[group].choices.length !== members[group].length) {
      throw new Error(`a candidate of ${group} was decided about twice or not at all`);
    }
  }
  return priced.map((item) => {
    const { excluded, group } = item.candidate;
    if (excluded) return dropped(item, excluded.reason);
    const choice = taken[group].choices[decided[group]];
    decided[group] += 1;
    return choice ?? dropped(item, 'malformed');
  });
};

/** Decisions, one for every candidate, in the candidates' order; `granted` is what was let in besides. */
export const selectItems = (
  priced: readonly Priced[],
  limits: SelectionLimits,
  { headings, tokens }: Pick<Selecting, 'headings' | 'tokens'>,
  admit: ReadonlySet<string>,
): { chosen: Chosen[]; granted: number } => {
  const selecting = { members: membersOf(priced), headings, tokens };
  const taken = eachGroup((group) => takeGroup(group, limits.allowed[group], selecting));
  handBack(taken, limits, selecting);
  const granted = letIn(taken, admit, selecting);
  return { chosen: inOrder(priced, selecting.members, taken), granted };
};
