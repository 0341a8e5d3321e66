/** Details of a codex entry: in which order they stand, and which of them hold in a chapter (W6). */
import { offeredFields } from './domain/entity-fields.ts';
import type { EntityDetail, EntityKind } from './domain/knowledge.ts';

const beginningOf = ({ fromChapter }: EntityDetail): number => fromChapter ?? 0;

const compareTexts = (one: string, other: string): number =>
  one < other ? -1 : one > other ? 1 : 0;

/** The offered fields of the kind first, then the others; of one field the earlier chapter first. The same on every machine. */
export const orderDetails = (
  kind: EntityKind,
  details: readonly EntityDetail[],
): EntityDetail[] => {
  const rankOf = ({ label }: EntityDetail): number => {
    const ranks = Object.values(offeredFields)
      .map((fields) => fields[kind].indexOf(label))
      .filter((rank) => rank >= 0);
    return ranks.length > 0 ? Math.min(...ranks) : Number.MAX_SAFE_INTEGER;
  };
  return details.toSorted(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      compareTexts(one.label, other.label) ||
      beginningOf(one) - beginningOf(other) ||
      compareTexts(one.detailId, other.detailId),
  );
};

/**
 * Of each field what was said last up to the chapter, by default in the end, in the order given; one without a text ends
 * what was said before.
 */
export const detailsIn = (
  details: readonly EntityDetail[],
  chapter = Number.POSITIVE_INFINITY,
): EntityDetail[] => {
  const latest = new Map<string, number>();
  for (const detail of details) {
    const from = beginningOf(detail);
    if (from <= chapter && from >= (latest.get(detail.label) ?? 0)) latest.set(detail.label, from);
  }
  return details.filter(
    (detail) => detail.text !== '' && latest.get(detail.label) === beginningOf(detail),
  );
};
