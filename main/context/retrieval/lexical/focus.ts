/** The question at the cursor: its most telling terms, which weigh by nearness to the cursor and by rarity. */
import { createKeyTable, getKey, setKey } from '../text/key-table.ts';
import type { StretchVisitor } from '../text/terms.ts';
import { bestOf } from './best.ts';
import { type Collection, frequencyIn, idfOf, type LookedUp } from './bm25.ts';
import type { Span } from './reasons.ts';
import { commonShare } from './rank.ts';

/** A term around the cursor that was looked up, and where the question last has it. */
export type FocusTerm = LookedUp & Span;

/** The distinct terms of a stretch, in the order of their last places. */
export type Stretch = { keys: number[]; starts: number[]; ends: number[] };

/** Terms of a text, each at its last place: that is the one nearest the cursor. */
export const stretchOf = (text: string, visit: StretchVisitor): Stretch => {
  const met: Stretch = { keys: [], starts: [], ends: [] };
  visit(text, (key, start, end) => {
    met.keys.push(key);
    met.starts.push(start);
    met.ends.push(end);
  });
  return keepLast(met);
};

/** In place. */
const keepLast = (met: Stretch): Stretch => {
  const { keys, starts, ends } = met;
  const seen = createKeyTable(keys.length);
  let from = keys.length;
  for (let index = keys.length - 1; index >= 0; index--) {
    const key = keys[index] ?? -1;
    if (getKey(seen, key) !== -1) continue;
    setKey(seen, key, 1);
    from--;
    keys[from] = key;
    starts[from] = starts[index] ?? 0;
    ends[from] = ends[index] ?? 0;
  }
  for (const list of [keys, starts, ends]) list.splice(0, from);
  return met;
};

/** The terms of a stretch as the collection knows them: their number in each part, and how many texts hold them. */
export type ResolvedStretch = Stretch & { numbers: Int32Array[]; frequencies: Uint32Array };

/** Every look-up misses the processor's caches: they stand in loops of their own, so that many wait at once. */
export const resolveStretch = (collection: Collection, stretch: Stretch): ResolvedStretch => {
  const { keys } = stretch;
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
  return { ...stretch, numbers, frequencies };
};

/** What decides which terms of a stretch are looked for. */
export type FocusChoice = {
  /** At most so many. */
  limit: number;
  /** 0 to 1: how near the cursor a place is. */
  proximityAt: (start: number) => number;
  isWanted: (index: number, frequency: number) => boolean;
};

/**
 * The most telling terms of a stretch, in its order. A term weighs its nearness times the square of its rarity: a name
 * that everybody bears tells little, a rare thing much. Objects are made for the chosen few alone.
 */
export const chooseFocusTerms = (
  collection: Collection,
  { starts, ends, numbers, frequencies }: ResolvedStretch,
  { limit, proximityAt, isWanted }: FocusChoice,
): FocusTerm[] => {
  const maxFrequency = collection.texts * commonShare;
  const gains = new Float64Array(frequencies.length);
  const fill = (isTelling: (frequency: number) => boolean): boolean => {
    let found = false;
    for (let index = 0; index < frequencies.length; index++) {
      const frequency = frequencies[index] ?? 0;
      if (frequency === 0 || !isTelling(frequency) || !isWanted(index, frequency)) continue;
      gains[index] = proximityAt(starts[index] ?? 0) * idfOf(collection, frequency) ** 2;
      found = true;
    }
    return found;
  };
  // Where all are common they are kept: the book may be short.
  if (!fill((frequency) => frequency <= maxFrequency)) fill(() => true);
  const chosen = bestOf(gains, limit).sort((a, b) => a - b);
  return chosen.map((index) => {
    const frequency = frequencies[index] ?? 0;
    const idf = idfOf(collection, frequency);
    const start = starts[index] ?? 0;
    return {
      weight: proximityAt(start) * idf,
      idf,
      numbers: numbers.map((own) => own[index] ?? -1),
      frequency,
      start,
      end: ends[index] ?? 0,
    };
  });
};
