/** Turns what every group may take into one decision for every candidate, and hands on what was not taken. */
import { eachGroup, groupNames, type GroupName } from './candidate.ts';
import { type Selected, dropped } from './choice.ts';
import { handBack, type SpareRoom } from './hand-back.ts';
import { letIn } from './let-in.ts';
import type { Allowance } from './plan.ts';
import type { Costed } from './price.ts';
import { type Selecting, type Taken, takeGroup } from './take-group.ts';

export type { Headings } from './take-group.ts';

export type SelectionLimits = SpareRoom & { allowed: Allowance };

/** The candidates that may go, by group. */
const membersOf = (costed: readonly Costed[]): Selecting['members'] => {
  const members = eachGroup((): Costed[] => []);
  for (const item of costed) {
    if (!item.candidate.excluded) members[item.candidate.group].push(item);
  }
  return members;
};

/** In the candidates' order; groups decide about their members in the same order. */
const inOrder = (
  costed: readonly Costed[],
  members: Selecting['members'],
  taken: Record<GroupName, Taken>,
): Selected[] => {
  const decided = eachGroup(() => 0);
  for (const group of groupNames) {
    if (taken[group].choices.length !== members[group].length) {
      throw new Error(`a candidate of ${group} was decided about twice or not at all`);
    }
  }
  return costed.map((item) => {
    const { excluded, group } = item.candidate;
    if (excluded) return dropped(item, excluded.reason);
    const choice = taken[group].choices[decided[group]];
    decided[group] += 1;
    return choice ?? dropped(item, 'malformed');
  });
};

/** Decisions, one for every candidate, in the candidates' order; `granted` is what was let in besides. */
export const selectItems = (
  costed: readonly Costed[],
  limits: SelectionLimits,
  { headings, tokens }: Pick<Selecting, 'headings' | 'tokens'>,
  admit: ReadonlySet<string>,
): { selected: Selected[]; granted: number } => {
  const selecting = { members: membersOf(costed), headings, tokens };
  const taken = eachGroup((group) => takeGroup(group, limits.allowed[group], selecting));
  handBack(taken, limits, selecting);
  const granted = letIn(taken, admit, selecting);
  return { selected: inOrder(costed, selecting.members, taken), granted };
};
