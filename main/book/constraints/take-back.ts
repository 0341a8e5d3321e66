/** What a write changed of a constraint, and what a way back makes of it (W1). */
import type {
  Constraint,
  ConstraintChange,
  ConstraintFacts,
  WrittenConstraint,
} from '#shared/domain/constraint.ts';
import { AppError } from '#shared/errors.ts';
import type { Chapters } from '../chapters.ts';
import { anchorStoredFence, StoredFence } from '../chapter-reference.ts';
import { otherFacts, pickFacts, wayBack } from '../facts-change.ts';
import type { ConstraintRecord, StoredConstraint } from './store.ts';

type Facts = ConstraintChange['before'];
type Fact = keyof ConstraintFacts;

const factsOf = ({ constraint, deleted }: StoredConstraint): ConstraintFacts => {
  const { type, text, priority, enabled, fence } = constraint;
  return { type, text, priority, enabled, fence, deleted };
};

/** What made one of two other; an empty list for nothing. */
export const changesBetween = (
  before: StoredConstraint,
  after: StoredConstraint,
): ConstraintChange[] => {
  const [was, is] = [factsOf(before), factsOf(after)];
  const changed = otherFacts(was, is);
  if (changed.length === 0) return [];
  const { constraintId } = after.constraint;
  return [{ constraintId, before: pickFacts(was, changed), after: pickFacts(is, changed) }];
};

/** {@link changesBetween} for one that there was not: its place among the others is nothing that would be lost with it. */
export const creationOf = (constraint: ConstraintRecord): ConstraintChange => {
  const { priority: _priority, ...after } = factsOf({ constraint, deleted: false });
  return { constraintId: constraint.constraintId, before: { deleted: true }, after };
};

export const written = (
  constraint: Constraint,
  changes: readonly ConstraintChange[],
): WrittenConstraint => ({ ...constraint, changes: [...changes] });

/** FIELD_CHANGED, naming what it is that was changed; not its words, for errors are logged and bundled. */
const changedSince = ({ constraint, deleted }: StoredConstraint, fields: readonly Fact[]) =>
  new AppError('FIELD_CHANGED', 'Something else is written there by now.', {
    constraintId: constraint.constraintId,
    fields: deleted ? ['deleted'] : [...fields],
  });

/** The same constraint with these facts; those that are not named stay. */
const withFacts = ({ constraint, deleted }: StoredConstraint, facts: Facts): StoredConstraint => {
  const { type, text, priority, enabled, fence } = { ...constraint, ...facts };
  return {
    constraint: {
      ...constraint,
      type: type ?? constraint.type,
      text: text ?? constraint.text,
      priority: priority ?? constraint.priority,
      enabled: enabled ?? constraint.enabled,
      fence: fence ? StoredFence.parse(fence) : null,
    },
    deleted: facts.deleted ?? deleted,
  };
};

const anchored = <Given extends Facts>(given: Given, chapters: Chapters): Given =>
  given.fence
    ? { ...given, fence: anchorStoredFence(StoredFence.parse(given.fence), chapters) }
    : given;

/** What stands once a change is taken back; null where it is so already. */
export const takenBack = (
  stored: StoredConstraint,
  { before, after }: ConstraintChange,
  chapters: Chapters,
): StoredConstraint | null => {
  const now = anchored(factsOf(stored), chapters);
  const change = { before: anchored(before, chapters), after: anchored(after, chapters) };
  const { open, changed } = wayBack<Facts>(now, change);
  if (open.length === 0) return null;
  // Where a deleted one stands among the others is seen when it comes back.
  const isOfPlace = Object.keys(before).every((name) => name === 'priority');
  const isGone = now.deleted && !('deleted' in before) && !isOfPlace;
  if (isGone || changed.length > 0) throw changedSince(stored, changed);
  return withFacts(stored, before);
};
