/** What a change makes of constraints, without storing it. */
import type { Parsed } from '#shared/contract/index.ts';
import { type Constraint, constraintLimit } from '#shared/domain/constraint.ts';
import type { FenceInput } from '#shared/domain/fence.ts';
import { AppError } from '#shared/errors.ts';

export const notFound = (constraintId: string): AppError =>
  new AppError('CONSTRAINT_NOT_FOUND', 'There is no such constraint in this project.', {
    constraintId,
  });

/** S3-43. CONSTRAINT_LIMIT. */
export const checkLimit = (count: number): void => {
  if (count < constraintLimit) return;
  throw new AppError(
    'CONSTRAINT_LIMIT',
    `A project holds at most ${constraintLimit} constraints.`,
    {
      limit: constraintLimit,
    },
  );
};

/** A constraint with the fence as it was given. */
type ChangedConstraint = Omit<Constraint, 'fence'> & { fence: FenceInput | null };

/** What an update makes of a constraint, its version risen by one. CONSTRAINT_CONFLICT when it was stale. */
export const changeConstraint = (
  current: Constraint,
  change: Parsed<'constraints:update'>,
  countTokens: (text: string) => number,
  now: number,
): ChangedConstraint => {
  if (change.expectedVersion !== current.version) {
    throw new AppError('CONSTRAINT_CONFLICT', 'The constraint was changed in the meantime.', {
      constraintId: current.constraintId,
      currentVersion: current.version,
    });
  }
  const text = change.text ?? current.text;
  return {
    ...current,
    text,
    type: change.type ?? current.type,
    priority: change.priority ?? current.priority,
    enabled: change.enabled ?? current.enabled,
    fence: change.fence === undefined ? current.fence : change.fence,
    tokenCount: text === current.text ? current.tokenCount : countTokens(text),
    version: current.version + 1,
    updatedAt: now,
  };
};

/**
 * The constraints whose priority changes when they are put into the wished order, most important first: they
 * get n … 1. CONSTRAINT_INVALID unless the ids are exactly the existing ones, each once.
 */
export const reorderConstraints = <
  T extends Pick<Constraint, 'constraintId' | 'priority' | 'version'>,
>(
  current: readonly T[],
  constraintIds: readonly string[],
  now: number,
): T[] => {
  const byId = new Map(current.map((constraint) => [constraint.constraintId, constraint]));
  const wished = [...new Set(constraintIds)].flatMap((id) => byId.get(id) ?? []);
  if (wished.length !== current.length || constraintIds.length !== current.length) {
    throw new AppError(
      'CONSTRAINT_INVALID',
      'The order must name every constraint of the project once.',
      {
        expected: current.length,
        found: wished.length,
        named: constraintIds.length,
      },
    );
  }
  return wished.flatMap((constraint, index) => {
    const priority = wished.length - index;
    if (priority === constraint.priority) return [];
    return [{ ...constraint, priority, version: constraint.version + 1, updatedAt: now }];
  });
};
