/** What of a check's findings is new, what stays as it was decided, and what goes. Pure. */
import type { StoredFinding, StoredPlace } from './store.ts';

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
  const put = found.flatMap((finding): StoredFinding[] => {
    if (!isWithin(finding, scope)) return [];
    const before =
      [...free].find(({ findingId }) => findingId === finding.findingId) ??
      [...free].find((one) => one.kind === finding.kind && isSamePair(one, finding));
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
