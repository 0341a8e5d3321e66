/** What of a check's findings is new, what stays as it was decided, and what goes. Pure. */
import type { StoredFinding, StoredPlace } from '#main/book/findings/service.ts';
import { findRestated, type StatementsOf } from './same-statement.ts';

/** The chapters a check was for; null: all. */
export type CheckScope = ReadonlySet<string> | null;

export const isWithin = ({ places }: Pick<StoredFinding, 'places'>, scope: CheckScope): boolean =>
  scope === null || places.some(({ source, id }) => source === 'chapter' && scope.has(id));

/** Of the longer of two quotes. A few words within a sentence may state another thing than all of it. */
const minShared = 0.5;

const overlap = (one: StoredPlace, other: StoredPlace): boolean => {
  const [a, b] = [one, other].map(({ offset, quote }) => offset + quote.length);
  const shared = Math.min(a ?? 0, b ?? 0) - Math.max(one.offset, other.offset);
  return (
    one.source === other.source &&
    one.id === other.id &&
    shared > 0 &&
    shared >= minShared * Math.max(one.quote.length, other.quote.length)
  );
};

/** What is said of the same entry at the same two places, in either order. */
const isSamePair = (one: StoredFinding, other: StoredFinding): boolean => {
  if (one.kind !== other.kind || one.entityId !== other.entityId) return false;
  const [first, second] = one.places;
  const [third, fourth] = other.places;
  return (
    (overlap(first, third) && overlap(second, fourth)) ||
    (overlap(first, fourth) && overlap(second, third))
  );
};

export type Keeping = { put: StoredFinding[]; remove: string[] };

/** `known`: with their places as they are now; `lost`: those of which a place is gone. */
export type Findings = {
  known: readonly StoredFinding[];
  lost: readonly StoredFinding[];
  found: readonly StoredFinding[];
};

/** What of `found` stands where one of `known` does, or has its id. */
const findBefore = (
  { known, lost, found }: Findings,
  scope: CheckScope,
): Map<string, StoredFinding> => {
  const standing = new Set(known);
  const byId = new Map([...lost, ...known].map((one) => [one.findingId, one]));
  const ids = new Set(found.map(({ findingId }) => findingId));
  const before = new Map<string, StoredFinding>();
  // Those that are known by their words first: no other takes what is theirs.
  const ordered = found
    .filter((finding) => isWithin(finding, scope))
    .toSorted((one, other) => Number(byId.has(other.findingId)) - Number(byId.has(one.findingId)));
  for (const finding of ordered) {
    const twins = [...standing].filter((one) => isSamePair(one, finding));
    const same = byId.get(finding.findingId);
    // Dismissed on another machine before its sentences were written anew, it is known there by another id.
    const elsewhere = twins.find(
      ({ findingId, isDismissed }) => isDismissed && !ids.has(findingId),
    );
    const one = same?.isDismissed ? same : (elsewhere ?? same ?? twins[0]);
    if (!one) continue;
    standing.delete(one);
    byId.delete(one.findingId);
    before.set(finding.findingId, one);
  }
  return before;
};

/**
 * What was found before and is found again keeps its id, its day and what was decided about it; what the rules find no more
 * goes, unless the writer dismissed it: it may come back.
 */
export const keepFindings = (
  findings: Findings,
  scope: CheckScope,
  statements: StatementsOf,
): Keeping => {
  const { known, lost, found } = findings;
  const within = found.filter((finding) => isWithin(finding, scope));
  const before = findBefore(findings, scope);
  const met = new Set(before.values());
  const waived = lost.filter((one) => one.isDismissed && !met.has(one));
  const fresh = within.filter(({ findingId }) => !before.has(findingId));
  for (const [findingId, one] of findRestated(waived, fresh, statements)) {
    before.set(findingId, one);
    met.add(one);
  }
  const put = within.map((finding): StoredFinding => {
    const { findingId, isDismissed, foundAt } = before.get(finding.findingId) ?? finding;
    return { ...finding, findingId, isDismissed, foundAt };
  });
  const remove = [...known, ...lost]
    .filter((one) => !met.has(one) && one.by === 'rule' && !one.isDismissed)
    .filter((one) => isWithin(one, scope))
    .map(({ findingId }) => findingId);
  return { put, remove };
};
