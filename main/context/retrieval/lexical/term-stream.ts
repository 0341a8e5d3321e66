/** The terms of a chapter, numbered once for all cursors in it: a request looks them up instead of reading them again. */
import { LRUCache } from 'lru-cache';
import { createKeyTable, getKey, type KeyTable, setKey } from '../text/key-table.ts';
import type { StretchVisitor } from '../text/terms.ts';
import { type Collection, frequencyIn } from './bm25.ts';

/** How a collection knows some terms: their number in each part (-1 where it has none), and how many texts hold them. */
export type KnownTerms = { numbers: readonly Int32Array[]; frequencies: Uint32Array };

export type TermStream = {
  /** Each distinct term's number in this stream, by its key. */
  table: KeyTable;
  /** How many distinct terms there are. */
  size: number;
  /** At each place, in the order of the text: the term's number, and where it stands. */
  terms: Uint32Array;
  starts: Uint32Array;
  ends: Uint32Array;
  knownIn(collection: Collection): KnownTerms;
};

/** Every look-up misses the processor's caches: they stand in loops of their own, so that many wait at once. */
export const lookUpKeys = (collection: Collection, keys: ArrayLike<number>): KnownTerms => {
  const frequencies = new Uint32Array(keys.length);
  const numbers = collection.parts.map((part) => {
    const own = new Int32Array(keys.length);
    for (let index = 0; index < own.length; index++) {
      own[index] = getKey(part.terms, keys[index] ?? -1);
    }
    for (let index = 0; index < own.length; index++) {
      const number = own[index] ?? -1;
      if (number < 0) continue;
      frequencies[index] = (frequencies[index] ?? 0) + frequencyIn(part, number);
    }
    return own;
  });
  return { numbers, frequencies };
};

/** Looked up once for as long as the collection stays the same. */
const createKnownTerms = (keys: Float64Array): TermStream['knownIn'] => {
  let known: (KnownTerms & { collection: Collection }) | null = null;
  return (collection) => {
    if (known?.collection !== collection) known = { collection, ...lookUpKeys(collection, keys) };
    return known;
  };
};

/** Numbers terms in the order they are first met. */
const numberKeys = (keys: readonly number[]) => {
  const table = createKeyTable(keys.length);
  const distinct: number[] = [];
  const terms = Uint32Array.from(keys, (key) => {
    const known = getKey(table, key);
    if (known !== -1) return known;
    setKey(table, key, distinct.length);
    return distinct.push(key) - 1;
  });
  return { table, terms, distinct: Float64Array.from(distinct) };
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
  const { table, terms, distinct } = numberKeys(keys);
  return {
    ...{ table, terms, size: distinct.length },
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
    const found = known.get(text) ?? readTermStream(text, visit);
    known.set(text, found);
    return found;
  };
};
