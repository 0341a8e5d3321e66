/** Drafts are plain values. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const isFields = (draft: unknown): draft is Record<string, unknown> =>
  typeof draft === 'object' && draft !== null && !Array.isArray(draft);

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

/**
 * What stands in a form once its entry is something else: what the writer did not change follows it.
 * @returns `isContested`: the writer changed something that someone else changed too, each in their own way; it stays as they have it
 */
export function followEntry<Draft>(
  begun: Draft,
  mine: Draft,
  theirs: Draft,
): { draft: Draft; isContested: boolean } {
  if (isSame(mine, begun) || isSame(mine, theirs)) return { draft: theirs, isContested: false };
  if (!isFields(mine) || !isFields(begun) || !isFields(theirs)) {
    return { draft: mine, isContested: !isSame(begun, theirs) };
  }
  const followed = Object.keys(mine).map((field) => {
    const [from, here, there] = [begun[field], mine[field], theirs[field]];
    return { field, ...followEntry(from, here, there) };
  });
  const draft = Object.fromEntries(followed.map((one) => [one.field, one.draft])) as Draft;
  return { draft, isContested: followed.some(({ isContested }) => isContested) };
}
