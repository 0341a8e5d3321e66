/**
 * A cheap likeness of two texts by shared terms: pairs of Han characters, whole words otherwise. For choosing
 * among sheets and for finding near copies; searching the manuscript is the retrieval service's work.
 */

/** The distinct terms of a text as rising numbers: a few bytes each, where sets of strings would take a hundred. */
export type Terms = Float64Array;

const runs = /\p{Script=Han}+|[\p{L}\p{N}]+/gu;
const isHan = /^\p{Script=Han}/u;
const shortestWord = 3;

const hashUnits = (text: string, seed: number): number => {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
};

const firstSeed = 0x811c9dc5;
const secondSeed = 0x2f0b4f1d;
/** Words stand above all pairs: a pair of code points has 42 bits, a word 52 bits of hash. */
const wordBase = 2 ** 52;

/** Calls back for every pair and word with its number and a 32-bit hash of its spelling; repeats included. */
const eachTerm = (text: string, visit: (term: number, hash: number) => void): void => {
  for (const [run] of text.toLowerCase().matchAll(runs)) {
    if (!isHan.test(run)) {
      if (run.length < shortestWord) continue;
      const hash = hashUnits(run, firstSeed);
      visit(wordBase + (hash & 0xfffff) * 2 ** 32 + hashUnits(run, secondSeed), hash);
      continue;
    }
    let before: string | null = null;
    for (const character of run) {
      if (before !== null) {
        visit(
          (before.codePointAt(0) ?? 0) * 2 ** 21 + (character.codePointAt(0) ?? 0),
          hashUnits(character, hashUnits(before, firstSeed)),
        );
      }
      before = character;
    }
  }
};

const distinct = (numbers: readonly number[]): Terms => {
  const sorted = Float64Array.from(numbers).sort();
  let count = 0;
  for (let index = 0; index < sorted.length; index += 1) {
    const number = sorted[index] ?? 0;
    if (count > 0 && sorted[count - 1] === number) continue;
    sorted[count] = number;
    count += 1;
  }
  return sorted.slice(0, count);
};

/** Numbers kept of a text's terms; two texts share about as large a part of them as of their terms. */
const sketchSize = 16;

/** A text's terms with a MinHash sketch of them, to tell near copies apart without comparing all terms. */
export type Sketch = { terms: Terms; least: Uint32Array };

export const sketchOf = (text: string): Sketch => {
  const terms: number[] = [];
  const least = new Uint32Array(sketchSize).fill(0xffffffff);
  eachTerm(text, (term, hash) => {
    terms.push(term);
    const mixed = hash ^ (hash >>> 15);
    for (let row = 0; row < sketchSize; row += 1) {
      // One multiplication and a shift per row: a cheap family of hash functions is enough for a filter.
      const value = Math.imul(mixed, 0x9e3779b1 + row * 0x61c88647 * 2) >>> 0;
      if (value < (least[row] ?? 0)) least[row] = value;
    }
  });
  return { terms: distinct(terms), least };
};

const countShared = (left: Terms, right: Terms): number => {
  let shared = 0;
  let place = 0;
  for (const term of left) {
    while (place < right.length && (right[place] ?? 0) < term) place += 1;
    if (right[place] === term) shared += 1;
  }
  return shared;
};

/** Part of the smaller set's terms that the other has too; 0 to 1, 0 when either is empty. */
export const sharedShare = (left: Terms, right: Terms): number => {
  const size = Math.min(left.length, right.length);
  return size === 0 ? 0 : countShared(left, right) / size;
};

/** Whether two texts share at least `likeness` of their terms (Jaccard). */
export const areNearCopies = (left: Sketch, right: Sketch, likeness: number): boolean => {
  const small = Math.min(left.terms.length, right.terms.length);
  if (small < Math.max(left.terms.length, right.terms.length) * likeness) return false;
  let equal = 0;
  for (let row = 0; row < sketchSize; row += 1)
    if (left.least[row] === right.least[row]) equal += 1;
  // Near copies agree in most rows; at half of what is expected chance is next to none that they are copies.
  if (equal < (sketchSize * likeness) / 2) return false;
  return jaccard(left.terms, right.terms) >= likeness;
};

/** Jaccard likeness; 0 to 1. */
const jaccard = (left: Terms, right: Terms): number => {
  if (left.length === 0 && right.length === 0) return 0;
  const shared = countShared(left, right);
  return shared / (left.length + right.length - shared);
};
