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

/** Numbers kept of a text's terms; two texts share about as large a part of them as of their terms. */
const sketchSize = 16;

/** A text's terms with a MinHash sketch of them, to tell near copies apart without comparing all terms. */
export type Sketch = { terms: ReadonlySet<string>; least: Uint32Array };

const hashTerm = (term: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < term.length; index += 1) {
    hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
};

export const sketchOf = (text: string): Sketch => {
  const terms = termSet(text);
  const least = new Uint32Array(sketchSize).fill(0xffffffff);
  for (const term of terms) {
    const hash = hashTerm(term);
    for (let row = 0; row < sketchSize; row += 1) {
      // One multiplication and a shift per row: a cheap family of hash functions is enough for a filter.
      const value = Math.imul(hash ^ (hash >>> 15), 0x9e3779b1 + row * 0x61c88647 * 2) >>> 0;
      if (value < (least[row] ?? 0)) least[row] = value;
    }
  }
  return { terms, least };
};

/** Whether two texts share at least `likeness` of their terms (Jaccard). */
export const areNearCopies = (left: Sketch, right: Sketch, likeness: number): boolean => {
  const small = Math.min(left.terms.size, right.terms.size);
  if (small < Math.max(left.terms.size, right.terms.size) * likeness) return false;
  let equal = 0;
  for (let row = 0; row < sketchSize; row += 1)
    if (left.least[row] === right.least[row]) equal += 1;
  // Near copies agree in most rows; at half of what is expected chance is next to none that they are copies.
  if (equal < (sketchSize * likeness) / 2) return false;
  return jaccard(left.terms, right.terms) >= likeness;
};

/** Jaccard likeness; 0 to 1. */
export const jaccard = (left: ReadonlySet<string>, right: ReadonlySet<string>): number => {
  if (left.size === 0 && right.size === 0) return 0;
  const shared = countShared(left, right);
  return shared / (left.size + right.size - shared);
};
