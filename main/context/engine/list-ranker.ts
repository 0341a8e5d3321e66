/** Candidates that stand in a list, made and priced once while the list and what stays out of it are the same. */
import { type Candidate, type GroupName, costedText } from './candidate.ts';
import type { Exclusion } from './eligibility.ts';
import { itemText } from './price.ts';
import { areSameExclusions, haveSameMembers } from './same-members.ts';

/** What a candidate is beside its place in the list. */
export type ListedCandidate = Omit<Candidate, 'group' | 'excluded' | 'costed' | 'listed'>;

type Described<T> = { group: GroupName; describe(member: T): ListedCandidate };

const makeCandidates = <T>(
  members: readonly T[],
  exclusions: readonly (Exclusion | null)[],
  { group, describe }: Described<T>,
): Candidate[] => {
  let position = 0;
  return members.map((member, index): Candidate => {
    const described = { ...describe(member), group };
    const { id, title, body, revision, fence } = described;
    const recorded = { id, group, title, body, revision, fence, documentId: null };
    const excluded = exclusions[index] ?? null;
    if (excluded) return { ...described, recorded, excluded };
    const textOf = (isLast: boolean) =>
      costedText(itemText(group, described.body, position, isLast));
    const [costed, listed] = [textOf(true), textOf(false)];
    position += 1;
    return { ...described, recorded, excluded, costed, listed };
  });
};

/** Remembers the candidates of the last request, for the next one mostly has the same. */
export const createListRanker = <T>(described: Described<T>) => {
  let last: {
    members: readonly T[];
    exclusions: readonly (Exclusion | null)[];
    candidates: readonly Candidate[];
  } | null = null;
  return (
    members: readonly T[],
    exclusions: readonly (Exclusion | null)[],
  ): readonly Candidate[] => {
    const isSame =
      last !== null &&
      haveSameMembers(last.members, members) &&
      areSameExclusions(last.exclusions, exclusions);
    if (!last || !isSame) {
      const candidates = makeCandidates(members, exclusions, described);
      last = { members, exclusions, candidates };
    }
    return last.candidates;
  };
};
