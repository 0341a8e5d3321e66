/** The writer's constraints and the automatic ones as candidates; the same for every cursor of a chapter. */
import type { Constraint } from '#shared/domain/constraint.ts';
import { type Candidate, pricedText } from './candidate.ts';
import { type Exclusion, fenceExclusion, fenceText, type PointOfView } from './eligibility.ts';
import { type ForbiddenNames, type Named, unsendableNames } from './forbidden-names.ts';
import { itemText } from './price.ts';
import { areSameExclusions, haveSameMembers } from './same-members.ts';

const isWriters = (constraint: Constraint): boolean =>
  constraint.source === 'user' || constraint.source === 'project';

/**
 * What names in its text keep a constraint back. The writer's own words about a hidden entry are sent all the same,
 * for they may be what guards the secret; only a name never to be sent holds them too.
 */
const namesExclusion = (
  constraint: Constraint,
  forbidden: ForbiddenNames,
  unsendable: ForbiddenNames,
): Exclusion | null => {
  if (unsendable.mentionedIn(constraint.text)) return { reason: 'neverSend' };
  const isKept = !isWriters(constraint) && forbidden.mentionedIn(constraint.text);
  return isKept ? { reason: 'fencedUntilChapter' } : null;
};

/** What of a request constraints depend on. */
export type ConstraintInput = Named & {
  constraints: readonly Constraint[];
  mute: ReadonlySet<string>;
};

/** Why each constraint may not go. Fences come before anything that would show it among what was left out. */
const findExclusions = (
  input: ConstraintInput,
  at: PointOfView,
  forbidden: ForbiddenNames,
): (Exclusion | null)[] => {
  const unsendable = unsendableNames(input);
  return input.constraints.map((constraint) => {
    const fenced =
      fenceExclusion(constraint.fence, at) ?? namesExclusion(constraint, forbidden, unsendable);
    if (fenced) return fenced;
    if (input.mute.has(constraint.constraintId)) return { reason: 'mutedByWriter' };
    return constraint.enabled ? null : { reason: 'disabled' };
  });
};

const makeCandidates = (
  constraints: readonly Constraint[],
  exclusions: readonly (Exclusion | null)[],
): Candidate[] => {
  let position = 0;
  return constraints.map((constraint, index): Candidate => {
    const excluded = exclusions[index] ?? null;
    const priced = excluded
      ? undefined
      : pricedText(itemText('constraints', constraint.text, position, true));
    if (!excluded) position += 1;
    return {
      id: constraint.constraintId,
      group: 'constraints',
      source: 'constraint',
      title: constraint.text,
      body: constraint.text,
      reason: isWriters(constraint) ? 'writerConstraint' : 'automaticConstraint',
      excluded,
      score: constraint.priority,
      revision: `${constraint.version}`,
      fence: fenceText(constraint.fence),
      ...(priced ? { priced } : {}),
    };
  });
};

export type RankConstraints = (
  input: ConstraintInput,
  at: PointOfView,
  forbidden: ForbiddenNames,
) => readonly Candidate[];

/** Remembers the candidates of the last request, for the next one mostly has the same. */
export const createConstraintRanker = (): RankConstraints => {
  let last: {
    constraints: readonly Constraint[];
    exclusions: readonly (Exclusion | null)[];
    candidates: readonly Candidate[];
  } | null = null;
  return (input, at, forbidden) => {
    const { constraints } = input;
    const exclusions = findExclusions(input, at, forbidden);
    const isSame =
      last !== null &&
      haveSameMembers(last.constraints, constraints) &&
      areSameExclusions(last.exclusions, exclusions);
    if (!last || !isSame) {
      last = { constraints, exclusions, candidates: makeCandidates(constraints, exclusions) };
    }
    return last.candidates;
  };
};
