import type { Constraint, ConstraintType } from '#shared/domain/constraint.ts';
import { holdsWords } from '#renderer/i18n/fold-text.ts';

/**
 * The ids with `id` put right before `beforeId`, or at the end for null. Moving within a filtered list goes through
 * this too: the hidden ones keep their order.
 */
export const movedBefore = (
  ids: readonly string[],
  id: string,
  beforeId: string | null,
): string[] => {
  if (id === beforeId || !ids.includes(id)) return [...ids];
  const others = ids.filter((other) => other !== id);
  const place = beforeId === null ? -1 : others.indexOf(beforeId);
  return place < 0 ? [...others, id] : others.toSpliced(place, 0, id);
};

/** Before whom `id` must go to move one place up or down among `visible`; undefined when it is at that end. */
export const stepTarget = (
  visible: readonly string[],
  id: string,
  step: 1 | -1,
): string | null | undefined => {
  const place = visible.indexOf(id);
  if (place < 0 || place + step < 0 || place + step >= visible.length) return undefined;
  return visible[step === 1 ? place + 2 : place - 1] ?? null;
};

/**
 * Before whom `id` goes among `all`, to stand right before `beforeId` among `visible`, or behind the last of these for null.
 * Itself where it stands there already: hidden ones beside it are passed over by nothing that is seen.
 */
export const wholeTarget = (
  all: readonly string[],
  visible: readonly string[],
  id: string,
  beforeId: string | null,
): string | null => {
  if ((visible[visible.indexOf(id) + 1] ?? null) === beforeId) return id;
  const last = visible.at(-1);
  if (beforeId !== null || last === undefined) return beforeId;
  const others = all.filter((other) => other !== id);
  return others[others.indexOf(last) + 1] ?? null;
};

/** Constraints in the order of `ids`; those it does not name stay where they would be sent, at the end. */
export const inOrder = (items: readonly Constraint[], ids: readonly string[]): Constraint[] => {
  const place = new Map(ids.map((id, index) => [id, index]));
  const placeOf = (item: Constraint) => place.get(item.constraintId) ?? ids.length;
  return items.toSorted((left, right) => placeOf(left) - placeOf(right));
};

export type KindFilter = ConstraintType | 'all';
export type Numbered = { constraint: Constraint; number: number };

/** The constraints to show, each with its number in the whole list. */
export const visibleConstraints = (
  items: readonly Constraint[],
  kind: KindFilter,
  query: string,
): Numbered[] =>
  items
    .map((constraint, index) => ({ constraint, number: index + 1 }))
    .filter(
      ({ constraint }) =>
        (kind === 'all' || constraint.type === kind) && holdsWords(constraint.text, query),
    );
