/**
 * A cheap likeness of two texts by shared terms: pairs of Han characters, whole words otherwise. For choosing
 * among sheets and for finding near copies; searching the manuscript is the retrieval service's work.
 */

/** The distinct terms of a text as rising numbers: a few bytes each, where sets of strings would take a hundred. */
export type Terms = Float64Array;

const runs = /\p{Script=Han}+|[\p{L}\p{N}]+/gu;
const isHan = /^\p{Script=Han}/u;
const shortestWord = 3;

const hashUnit = (unit: number, seed: number): number => Math.imul(seed ^ unit, 0x01000193);

const hashUnits = (text: string, seed: number): number => {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    hash = hashUnit(text.charCodeAt(index), hash);
  }
  return hash >>> 0;
};

const unitsOf = (point: number): 1 | 2 => (point > 0xffff ? 2 : 1);

/** As {@link hashUnits} of its one or two units. */
const hashPoint = (point: number, seed: number): number => {
  if (point <= 0xffff) return hashUnit(point, seed) >>> 0;
  const high = 0xd800 + ((point - 0x10000) >> 10);
  return hashUnit(0xdc00 + (point & 0x3ff), hashUnit(high, seed)) >>> 0;
};

const firstSeed = 0x811c9dc5;
const secondSeed = 0x2f0b4f1d;
/** Words stand above all pairs: a pair of code points has 42 bits, a word 52 bits of hash. */
const wordBase = 2 ** 52;
const pairBase = 2 ** 21;

/** 32 bits of a term's spelling: half of a word's number is such a hash already. */
const hashTerm = (term: number): number =>
  term >= wordBase
    ? term % 2 ** 32
    : hashPoint(term % pairBase, hashPoint(Math.floor(term / pairBase), firstSeed));

/** Calls back for every pair and word with its number; repeats included. */
const eachTerm = (lowerCase: string, visit: (term: number) => void): void => {
  for (const run of lowerCase.match(runs) ?? []) {
    if (!isHan.test(run)) {
      if (run.length < shortestWord) continue;
      const high = hashUnits(run, firstSeed) & 0xfffff;
      visit(wordBase + high * 2 ** 32 + hashUnits(run, secondSeed));
      continue;
    }
    let before = run.codePointAt(0) ?? 0;
    for (let index = unitsOf(before); index < run.length; ) {
      const point = run.codePointAt(index) ?? 0;
      visit(before * pairBase + point);
      before = point;
      index += unitsOf(point);
    }
  }
};

/** Every pair and word of a text by its number, repeats included: numbers of that size are dear to hand on one by one. */
export const readTerms = (text: string): Float64Array => {
  const lowerCase = text.toLowerCase();
  const met = new Float64Array(lowerCase.length);
  let count = 0;
  eachTerm(lowerCase, (term) => {
    met[count] = term;
    count += 1;
  });
  return met.subarray(0, count);
};

/** Sorts the numbers where they are; the answer is a copy of its own. */
const distinct = (numbers: Float64Array): Terms => {
  const sorted = numbers.sort();
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
const signatureSize = 16;

/** A text's terms with a MinHash sketch of them, to tell near copies apart without comparing all terms. */
export type MinHashSignature = {
  terms: Terms;
  min: Uint32Array;
  size: number;
  /** The lowest four bits of each row: most that is no copy is told by these two numbers. */
  firstRows: number;
  lastRows: number;
};

const printOf = (min: Uint32Array, from: number): number => {
  let print = 0;
  for (let row = 0; row < signatureSize / 2; row += 1) {
    print |= ((min[from + row] ?? 0) & 15) << (4 * row);
  }
  return print;
};

/** How many of eight rows differ, by their lowest four bits. */
const countDifferentRows = (left: number, right: number): number => {
  let bits = left ^ right;
  bits |= bits >>> 1;
  bits |= bits >>> 2;
  return Math.imul(bits & 0x11111111, 0x11111111) >>> 28;
};

/** The distinct terms of a text alone: a third of a sketch's work, for texts that nothing is a near copy of. */
export const termsOf = (text: string): Terms => distinct(readTerms(text));

export const minHash = (text: string): MinHashSignature => {
  const lowerCase = text.toLowerCase();
  const met = new Float64Array(lowerCase.length);
  let count = 0;
  const min = new Uint32Array(signatureSize).fill(0xffffffff);
  eachTerm(lowerCase, (term) => {
    met[count] = term;
    count += 1;
    const hash = hashTerm(term);
    const mixed = hash ^ (hash >>> 15);
    for (let row = 0; row < signatureSize; row += 1) {
      // One multiplication and a shift per row: a cheap family of hash functions is enough for a filter.
      const value = Math.imul(mixed, 0x9e3779b1 + row * 0x61c88647 * 2) >>> 0;
      if (value < (min[row] ?? 0)) min[row] = value;
    }
  });
  const terms = distinct(met.subarray(0, count));
  return {
    terms,
    min,
    size: terms.length,
    firstRows: printOf(min, 0),
    lastRows: printOf(min, signatureSize / 2),
  };
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

/** Near copies agree in most rows; at half of what is expected chance is next to none that they are copies. */
const expectedRows = (likeness: number): number => (signatureSize * likeness) / 2;

/**
 * Makes what tells the few texts that may be near copies of one from thousands that cannot: of two that
 * {@link areNearCopies} for this likeness at least one number is the same. More rows are equal than there are groups of
 * rows, so two of them are of one group, and there is a number for every two of a group.
 */
export const createCopyKeys = (likeness: number): ((signature: MinHashSignature) => number[]) => {
  const groups = Math.ceil(expectedRows(likeness)) - 1;
  const pairs: [number, number][] = [];
  for (let row = 0; row < signatureSize; row += 1) {
    for (let other = row + groups; other < signatureSize; other += groups) pairs.push([row, other]);
  }
  return ({ min }) =>
    pairs.map(([row, other], pair) => {
      const mixed = Math.imul(min[row] ?? 0, 0x9e3779b1) ^ (min[other] ?? 0);
      return pair * 2 ** 32 + (mixed >>> 0);
    });
};

/** Whether two texts share at least `likeness` of their terms (Jaccard). */
export const areNearCopies = (
  left: MinHashSignature,
  right: MinHashSignature,
  likeness: number,
): boolean => {
  if (Math.min(left.size, right.size) < Math.max(left.size, right.size) * likeness) return false;
  const expected = expectedRows(likeness);
  const different =
    countDifferentRows(left.firstRows, right.firstRows) +
    countDifferentRows(left.lastRows, right.lastRows);
  if (signatureSize - different < expected) return false;
  let equal = 0;
  for (let row = 0; row < signatureSize; row += 1) if (left.min[row] === right.min[row]) equal += 1;
  if (equal < expected) return false;
  return jaccard(left.terms, right.terms) >= likeness;
};

/** Jaccard likeness; 0 to 1. */
const jaccard = (left: Terms, right: Terms): number => {
  if (left.length === 0 && right.length === 0) return 0;
  const shared = countShared(left, right);
  return shared / (left.length + right.length - shared);
};
