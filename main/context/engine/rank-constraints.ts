/** The writer's constraints and the automatic ones as candidates; the same for every cursor of a chapter. */
import type { Constraint } from '#shared/domain/constraint.ts';
import type { Candidate } from './candidate.ts';
import { type Exclusion, fenceExclusion, fenceText, type PointOfView } from './eligibility.ts';
import { type ForbiddenNames, type Named, unsendableNames } from './forbidden-names.ts';
import { createListRanker, type ListedCandidate } from './list-ranker.ts';

const isWriters = (constraint: Constraint): boolean =>
  constraint.source === 'user' || constraint.source === 'project';

/**
 * What names in its text keep a constraint back. The writer's own words about a hidden entry are sent all the same,
 * for they may be what guards the secret; only a name never to be sent holds them too.
 */
export const namesExclusion = (
  constraint: Constraint,
  forbidden: Pick<ForbiddenNames, 'mentionedIn'>,
  unsendable: Pick<ForbiddenNames, 'mentionedIn'>,
): Exclusion | null => {
  if (unsendable.mentionedIn(constraint.text)) return { reason: 'neverSend' };
  const isKept = !isWriters(constraint) && forbidden.mentionedIn(constraint.text);
  return isKept ? { reason: 'fencedByName' } : null;
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

const describeConstraint = (constraint: Constraint): ListedCandidate => ({
  id: constraint.constraintId,
  source: 'constraint',
  title: constraint.text,
  body: constraint.text,
  reason: isWriters(constraint) ? 'writerConstraint' : 'automaticConstraint',
  score: constraint.priority,
  revision: `${constraint.version}`,
  fence: fenceText(constraint.fence),
});

export type RankConstraints = (
  input: ConstraintInput,
  at: PointOfView,
  forbidden: ForbiddenNames,
) => readonly Candidate[];

export const createConstraintRanker = (): RankConstraints => {
  const rank = createListRanker({ group: 'constraints', describe: describeConstraint });
  return (input, at, forbidden) => rank(input.constraints, findExclusions(input, at, forbidden));
};
