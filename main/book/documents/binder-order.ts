/** The order of chapters in the binder. */
import { compareNaturally, type NaturalKey } from './natural-order.ts';

export type Placed = { documentId: string; key: NaturalKey };

/** Documents as the folder suggests them. */
export const orderNaturally = (documents: readonly Placed[]): string[] =>
  [...documents]
    .sort((a, b) => compareNaturally(a.key, b.key))
    .map((document) => document.documentId);

/**
 * The binder's order. `manual` is the order the writer made, ids of files that are gone included, so that they
 * come back to their place. A document the writer never placed goes after its natural neighbour.
 */
export const orderBinder = (
  documents: readonly Placed[],
  manual: readonly string[] | null,
): string[] => {
  const natural = orderNaturally(documents);
  if (manual === null) return natural;
  const present = new Set(natural);
  const ordered = manual.filter((documentId) => present.has(documentId));
  const placed = new Set(ordered);
  for (const [at, documentId] of natural.entries()) {
    if (placed.has(documentId)) continue;
    const before = natural[at - 1];
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, documentId);
    placed.add(documentId);
  }
  return ordered;
};

/** A manual order of all that is shown; ids of the one before it that are not (deleted, missing) keep following the one they followed. */
export const withHidden = (
  shown: readonly string[],
  manual: readonly string[] | null,
): string[] => {
  const ordered = [...shown];
  const known = new Set(shown);
  for (const [at, id] of (manual ?? []).entries()) {
    if (known.has(id)) continue;
    const before = manual?.[at - 1];
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, id);
  }
  return ordered;
};

/** The new manual order after `documentId` was dragged to `toIndex` of `shown`; see {@link withHidden}. */
export const moveInOrder = (
  shown: readonly string[],
  manual: readonly string[] | null,
  documentId: string,
  toIndex: number,
): string[] => {
  const moved = shown.filter((id) => id !== documentId);
  moved.splice(Math.min(toIndex, moved.length), 0, documentId);
  return withHidden(moved, manual);
};
