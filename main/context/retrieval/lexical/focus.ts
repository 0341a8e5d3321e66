/** The question at the cursor: its most telling terms, which weigh by nearness to the cursor and by rarity. */
import { bestOf } from './best.ts';
import { type Collection, idfOf, type LookedUp } from './bm25.ts';
import type { QuestionTerms } from './question.ts';
import { commonShare } from './rank.ts';

/** The terms around the cursor that are looked for, and where the question last has each. */
export type FocusTerms = LookedUp & { starts: Uint32Array; ends: Uint32Array };

/** What decides which terms of a question are looked for. */
export type FocusChoice = {
  /** At most so many. */
  limit: number;
  /** 0 to 1: how near the cursor a place is. */
  proximityAt: (start: number) => number;
  isWanted: (index: number, frequency: number) => boolean;
};

/** What each term tells: its nearness times the square of its rarity; 0 for those that are not looked for. */
const findGains = (
  collection: Collection,
  { starts, frequencyOf }: QuestionTerms,
  { proximityAt, isWanted }: FocusChoice,
): Float64Array => {
  const maxFrequency = collection.texts * commonShare;
  const gains = new Float64Array(starts.length);
  const fill = (max: number): boolean => {
    let found = false;
    for (let index = 0; index < gains.length; index++) {
      const frequency = frequencyOf(index);
      if (frequency === 0 || frequency > max || !isWanted(index, frequency)) continue;
      const idf = idfOf(collection, frequency);
      gains[index] = proximityAt(starts[index] ?? 0) * idf * idf;
      found = true;
    }
    return found;
  };
  // Where all are common they are kept: the book may be short.
  if (!fill(maxFrequency)) fill(Number.POSITIVE_INFINITY);
  return gains;
};

/**
 * The most telling terms of a question, in its order: a name that everybody bears tells little, a rare thing much.
 */
export const chooseFocusTerms = (
  collection: Collection,
  met: QuestionTerms,
  choice: FocusChoice,
): FocusTerms => {
  const gains = findGains(collection, met, choice);
  const selected = Uint32Array.from(bestOf(gains, choice.limit)).sort();
  const terms: FocusTerms = {
    weights: new Float64Array(selected.length),
    idfs: new Float64Array(selected.length),
    numbers: collection.parts.map(() => new Int32Array(selected.length)),
    starts: new Uint32Array(selected.length),
    ends: new Uint32Array(selected.length),
  };
  for (let term = 0; term < selected.length; term++) {
    const index = selected[term] ?? 0;
    const start = met.starts[index] ?? 0;
    const idf = idfOf(collection, met.frequencyOf(index));
    terms.weights[term] = choice.proximityAt(start) * idf;
    terms.idfs[term] = idf;
    terms.starts[term] = start;
    terms.ends[term] = met.ends[index] ?? 0;
    for (const [part, numbers] of terms.numbers.entries())
      numbers[term] = met.numberIn(part, index);
  }
  return terms;
};
