/**
 * A cheap likeness of two texts by shared terms: pairs of Han characters, whole words otherwise. For choosing
 * among sheets and for finding near copies; searching the manuscript is the retrieval service's work.
 */
export const termSet = (text: string): Set<string> => {
  const terms = new Set<string>();
  for (const match of text.toLowerCase().matchAll(/\p{Script=Han}+|[\p{L}\p{N}]+/gu)) {
    const run = match[0];
    if (!/^\p{Script=Han}/u.test(run)) {
      if (run.length > 2) terms.add(run);
      continue;
    }
    const characters = [...run];
    for (let index = 0; index + 1 < characters.length; index += 1) {
      terms.add(`${characters[index]}${characters[index + 1]}`);
    }
  }
  return terms;
};

const countShared = (left: ReadonlySet<string>, right: ReadonlySet<string>): number => {
  const [small, large] = left.size < right.size ? [left, right] : [right, left];
  let shared = 0;
  for (const term of small) if (large.has(term)) shared += 1;
  return shared;
};

/** Part of the smaller set's terms that the other has too; 0 to 1, 0 when either is empty. */
export const sharedShare = (left: ReadonlySet<string>, right: ReadonlySet<string>): number => {
  const size = Math.min(left.size, right.size);
  return size === 0 ? 0 : countShared(left, right) / size;
};

/** Jaccard likeness; 0 to 1. */
export const jaccard = (left: ReadonlySet<string>, right: ReadonlySet<string>): number => {
  if (left.size === 0 && right.size === 0) return 0;
  const shared = countShared(left, right);
  return shared / (left.size + right.size - shared);
};
