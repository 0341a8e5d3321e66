import { createKeyTable, getKey, setKey } from '../text/key-table.ts';
import type { StretchVisitor } from '../text/terms.ts';
import { bestOf } from './best.ts';
import { type Collection, frequencyOf, idfOf, type LookedUp, numbersOf } from './bm25.ts';
import type { Span } from './query.ts';
import { commonShare } from './rank.ts';

/** A term around the cursor that was looked up, and where the focus first has it. */
export type FocusTerm = LookedUp & Span;

/** The distinct terms of a stretch, in the order they are met; each at its first place. */
export type Stretch = { keys: number[]; starts: number[]; ends: number[] };

/** Pairs of ideographs and words, each once. */
export const stretchOf = (text: string, visit: StretchVisitor): Stretch => {
  const stretch: Stretch = { keys: [], starts: [], ends: [] };
  const seen = createKeyTable(text.length);
  visit(text, (key, start, end) => {
    if (getKey(seen, key) !== -1) return;
    setKey(seen, key, 1);
    stretch.keys.push(key);
    stretch.starts.push(start);
    stretch.ends.push(end);
  });
  return stretch;
};

/**
 * The most telling terms of a stretch, at most `limit`: rare ones before common ones, best first when there are more.
 * Objects are made for the chosen few alone, for every request has hundreds of terms.
 */
export const chooseFocusTerms = (
  collection: Collection,
  { keys, starts, ends }: Stretch,
  limit: number,
  weightAt: (start: number) => number,
  isWanted: (key: number, frequency: number) => boolean,
): FocusTerm[] => {
  const most = collection.texts * commonShare;
  const frequencies = new Uint32Array(keys.length);
  const gains = new Float64Array(keys.length);
  let known = 0;
  let rare = 0;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? -1;
    const frequency = frequencyOf(collection, key);
    if (frequency === 0 || !isWanted(key, frequency)) continue;
    frequencies[index] = frequency;
    known++;
    if (frequency <= most) rare++;
  }
  for (let index = 0; index < keys.length; index++) {
    const frequency = frequencies[index] ?? 0;
    if (frequency === 0 || (rare > 0 && frequency > most)) continue;
    gains[index] = idfOf(collection, frequency) * weightAt(starts[index] ?? 0);
  }
  const chosen = bestOf(gains, limit);
  // A few terms keep the order of the text: sums of scores depend on it.
  if ((rare > 0 ? rare : known) <= limit) chosen.sort((a, b) => a - b);
  return chosen.map((index) => {
    const frequency = frequencies[index] ?? 0;
    const start = starts[index] ?? 0;
    return {
      weight: weightAt(start),
      idf: idfOf(collection, frequency),
      numbers: numbersOf(collection, keys[index] ?? -1),
      frequency,
      start,
      end: ends[index] ?? 0,
    };
  });
};
