/** The terms of a chapter, numbered once for all cursors in it: a request looks them up instead of reading them again. */
import { LRUCache } from 'lru-cache';
import { getKey } from '../text/key-table.ts';
import type { StretchVisitor } from '../text/terms.ts';
import { type Collection, frequencyIn } from './bm25.ts';
import type { Postings } from './postings.ts';

/** How a collection knows some terms: their number in each part (-1 where it has none), and how many texts hold them. */
export type KnownTerms = { numbers: readonly Int32Array[]; frequencies: Uint32Array };

export type TermStream = {
  /** How many distinct terms there are. */
  size: number;
  /** A term's number in this stream by its key; -1 where the chapter does not have it. */
  numberOf(key: number): number;
  /** At each place, in the order of the text: the term's number, and where it stands. */
  terms: Uint32Array;
  starts: Uint32Array;
  ends: Uint32Array;
  knownIn(collection: Collection): KnownTerms;
};

/** How one part knows them: their number there (-1 where it has none), and how many of its texts hold them. */
type KnownInPart = { numbers: Int32Array; frequencies: Uint32Array };

/** Every look-up misses the processor's caches: they stand in a loop of their own, so that many wait at once. */
const lookUpInPart = (part: Postings, keys: ArrayLike<number>): KnownInPart => {
  const numbers = new Int32Array(keys.length);
  for (let index = 0; index < numbers.length; index++) {
    numbers[index] = getKey(part.terms, keys[index] ?? -1);
  }
  const frequencies = Uint32Array.from(numbers, (number) =>
    number < 0 ? 0 : frequencyIn(part, number),
  );
  return { numbers, frequencies };
};

const addUp = (parts: readonly KnownInPart[], size: number): KnownTerms => {
  const frequencies = new Uint32Array(size);
  for (const part of parts) {
    for (let index = 0; index < size; index++) {
      frequencies[index] = (frequencies[index] ?? 0) + (part.frequencies[index] ?? 0);
    }
  }
  return { numbers: parts.map(({ numbers }) => numbers), frequencies };
};

export const lookUpKeys = ({ parts }: Collection, keys: ArrayLike<number>): KnownTerms =>
  addUp(
    parts.map((part) => lookUpInPart(part, keys)),
    keys.length,
  );

/** Looked up once in each part: an edit brings a small one of its own and leaves the large one as it is. */
const createKnownTerms = (keys: Float64Array): TermStream['knownIn'] => {
  const byPart = new WeakMap<Postings, KnownInPart>();
  let known: { collection: Collection; terms: KnownTerms } | null = null;
  const inPart = (part: Postings): KnownInPart => {
    const found = byPart.get(part) ?? lookUpInPart(part, keys);
    byPart.set(part, found);
    return found;
  };
  return (collection) => {
    if (known?.collection !== collection) {
      known = { collection, terms: addUp(collection.parts.map(inPart), keys.length) };
    }
    return known.terms;
  };
};

/** The number of a term: its place among the distinct ones, which rise; -1 where it is none of them. */
const numberAmong = (distinct: Float64Array, key: number): number => {
  let low = 0;
  let high = distinct.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((distinct[middle] ?? 0) < key) low = middle + 1;
    else high = middle;
  }
  return distinct[low] === key ? low : -1;
};

export const readTermStream = (text: string, visit: StretchVisitor): TermStream => {
  const keys: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  visit(text, (key, start, end) => {
    keys.push(key);
    starts.push(start);
    ends.push(end);
  });
  const distinct = Float64Array.from(new Set(keys)).sort();
  return {
    size: distinct.length,
    numberOf: (key) => numberAmong(distinct, key),
    terms: Uint32Array.from(keys, (key) => numberAmong(distinct, key)),
    starts: Uint32Array.from(starts),
    ends: Uint32Array.from(ends),
    knownIn: createKnownTerms(distinct),
  };
};

/** UTF-16 code units of chapters that are remembered: a long novel, some 20 bytes each. */
const rememberedUnits = 1_500_000;

/** Streams of the chapters that were asked for last. */
export const createTermStreams = (visit: StretchVisitor): ((text: string) => TermStream) => {
  const known = new LRUCache<string, TermStream>({
    maxSize: rememberedUnits,
    sizeCalculation: (_stream, text) => text.length + 1,
  });
  return (text) => {
    const found = known.get(text);
    if (found) return found;
    const made = readTermStream(text, visit);
    known.set(text, made);
    return made;
  };
};
