/** What of a check's findings is new, what stays as it was decided, and what goes. Pure. */
import type { StoredFinding, StoredPlace } from '#main/book/findings/service.ts';

/** The chapters a check was for; null: all. */
export type CheckScope = ReadonlySet<string> | null;

export const isWithin = ({ places }: Pick<StoredFinding, 'places'>, scope: CheckScope): boolean =>
  scope === null || places.some(({ source, id }) => source === 'chapter' && scope.has(id));

const overlap = (one: StoredPlace, other: StoredPlace): boolean =>
  one.source === other.source &&
  one.id === other.id &&
  one.offset < other.offset + other.quote.length &&
  other.offset < one.offset + one.quote.length;

/** The same two places, in either order. */
export const isSamePair = (one: StoredFinding, other: StoredFinding): boolean => {
  const [first, second] = one.places;
  const [third, fourth] = other.places;
  return (
    (overlap(first, third) && overlap(second, fourth)) ||
    (overlap(first, fourth) && overlap(second, third))
  );
};

export type Keeping = { put: StoredFinding[]; remove: string[] };

/**
 * `known`: with their places as they are now. What was found before and is found again keeps its id, its day and what was
 * decided about it; what the rules find no more goes, unless the writer dismissed it: it may come back.
 */
export const keepFindings = (
  known: readonly StoredFinding[],
  found: readonly StoredFinding[],
  scope: CheckScope,
): Keeping => {
  const free = new Set(known);
  const ids = new Set(found.map(({ findingId }) => findingId));
  const put = found.flatMap((finding): StoredFinding[] => {
    if (!isWithin(finding, scope)) return [];
    const twins = [...free].filter((one) => one.kind === finding.kind && isSamePair(one, finding));
    const same = [...free].find(({ findingId }) => findingId === finding.findingId);
    // Dismissed on another machine before its sentences were written anew, it is known there by another id.
    const elsewhere = twins.find(
      ({ findingId, isDismissed }) => isDismissed && !ids.has(findingId),
    );
    const before = same?.isDismissed ? same : (elsewhere ?? same ?? twins[0]);
    if (!before) return [finding];
    free.delete(before);
    const { findingId, isDismissed, foundAt } = before;
    return [{ ...finding, findingId, isDismissed, foundAt }];
  });
  const remove = [...free]
    .filter((one) => one.by === 'rule' && !one.isDismissed && isWithin(one, scope))
    .map(({ findingId }) => findingId);
  return { put, remove };
};
