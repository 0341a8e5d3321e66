import { createKeyTable, getKey, setKey } from '../text/key-table.ts';
import type { StretchVisitor } from '../text/terms.ts';
import { bestOf } from './best.ts';
import { type Collection, frequencyIn, idfOf, type LookedUp } from './bm25.ts';
import type { Span } from './query.ts';
import { commonShare } from './rank.ts';

/** A term around the cursor that was looked up, and where the focus first has it. */
export type FocusTerm = LookedUp & Span;

/** The distinct terms of a stretch, in the order they are met; each at its first place. */
export type Stretch = { keys: number[]; starts: number[]; ends: number[] };

/** Pairs of ideographs and words, each once. */
export const stretchOf = (text: string, visit: StretchVisitor): Stretch => {
  const met: Stretch = { keys: [], starts: [], ends: [] };
  visit(text, (key, start, end) => {
    met.keys.push(key);
    met.starts.push(start);
    met.ends.push(end);
  });
  return distinct(met);
};

/** In place. */
const distinct = (met: Stretch): Stretch => {
  const { keys, starts, ends } = met;
  const seen = createKeyTable(keys.length);
  let count = 0;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? -1;
    if (getKey(seen, key) !== -1) continue;
    setKey(seen, key, 1);
    keys[count] = key;
    starts[count] = starts[index] ?? 0;
    ends[count] = ends[index] ?? 0;
    count++;
  }
  for (const list of [keys, starts, ends]) list.length = count;
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

/**
 * The most telling terms of a stretch, at most `limit`: rare ones before common ones, best first when there are more.
 * Objects are made for the chosen few alone, for every request has hundreds of terms.
 */
export const chooseFocusTerms = (
  collection: Collection,
  { starts, ends, numbers, frequencies }: ResolvedStretch,
  limit: number,
  weightAt: (start: number) => number,
  isWanted: (index: number, frequency: number) => boolean,
): FocusTerm[] => {
  const most = collection.texts * commonShare;
  const wanted = new Uint32Array(frequencies.length);
  const gains = new Float64Array(frequencies.length);
  let known = 0;
  let rare = 0;
  for (let index = 0; index < frequencies.length; index++) {
    const frequency = frequencies[index] ?? 0;
    if (frequency === 0 || !isWanted(index, frequency)) continue;
    wanted[index] = frequency;
    known++;
    if (frequency <= most) rare++;
  }
  for (let index = 0; index < wanted.length; index++) {
    const frequency = wanted[index] ?? 0;
    if (frequency === 0 || (rare > 0 && frequency > most)) continue;
    gains[index] = idfOf(collection, frequency) * weightAt(starts[index] ?? 0);
  }
  const chosen = bestOf(gains, limit);
  // A few terms keep the order of the text: sums of scores depend on it.
  if ((rare > 0 ? rare : known) <= limit) chosen.sort((a, b) => a - b);
  return chosen.map((index) => {
    const frequency = wanted[index] ?? 0;
    const start = starts[index] ?? 0;
    return {
      weight: weightAt(start),
      idf: idfOf(collection, frequency),
      numbers: numbers.map((own) => own[index] ?? -1),
      frequency,
      start,
      end: ends[index] ?? 0,
    };
  });
};
