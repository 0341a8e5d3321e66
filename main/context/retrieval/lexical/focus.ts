/** The question at the cursor: its most telling terms, which weigh by nearness to the cursor and by rarity. */
import { bestOf } from './best.ts';
import { type Collection, idfOf, type LookedUp } from './bm25.ts';
import type { QuestionTerms } from './question.ts';
import type { Span } from './reasons.ts';
import { commonShare } from './rank.ts';

/** A term around the cursor that was looked up, and where the question last has it. */
export type FocusTerm = LookedUp & Span;

/** What decides which terms of a question are looked for. */
export type FocusChoice = {
  /** At most so many. */
  limit: number;
  /** 0 to 1: how near the cursor a place is. */
  proximityAt: (start: number) => number;
  isWanted: (index: number, frequency: number) => boolean;
};

/**
 * The most telling terms of a question, in its order. A term weighs its nearness times the square of its rarity: a name
 * that everybody bears tells little, a rare thing much. Objects are made for the chosen few alone.
 */
export const chooseFocusTerms = (
  collection: Collection,
  { starts, ends, frequencyOf, numberIn }: QuestionTerms,
  { limit, proximityAt, isWanted }: FocusChoice,
): FocusTerm[] => {
  const maxFrequency = collection.texts * commonShare;
  const gains = new Float64Array(starts.length);
  const fill = (isTelling: (frequency: number) => boolean): boolean => {
    let found = false;
    for (let index = 0; index < gains.length; index++) {
      const frequency = frequencyOf(index);
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
    const frequency = frequencyOf(index);
    const idf = idfOf(collection, frequency);
    const start = starts[index] ?? 0;
    const numbers: number[] = [];
    for (let part = 0; part < collection.parts.length; part++) numbers.push(numberIn(part, index));
    return {
      weight: proximityAt(start) * idf,
      idf,
      numbers,
      frequency,
      start,
      end: ends[index] ?? 0,
    };
  });
};
