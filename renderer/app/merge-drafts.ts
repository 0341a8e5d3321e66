/** Drafts are plain values. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * What stands in a form, over what someone else made of its entry meanwhile: each has the fields that only they changed.
 * @param begun the fields as both began from them
 * @returns null where both changed one field, each in their own way
 */
export function mergeDrafts<Draft extends object>(
  begun: Draft,
  mine: Draft,
  theirs: Draft,
): Draft | null {
  const merged = { ...theirs };
  for (const field of Object.keys(mine) as (keyof Draft)[]) {
    if (isSame(mine[field], begun[field]) || isSame(mine[field], theirs[field])) continue;
    if (!isSame(theirs[field], begun[field])) return null;
    merged[field] = mine[field];
  }
  return merged;
}
