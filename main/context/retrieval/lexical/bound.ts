/** Which neighbours in a question a book binds together: a name that no dictionary knows (茗烟) is a word, and 叫茗 is none. */
import { getKey } from '../text/key-table.ts';
import { termKey } from '../text/term-key.ts';
import { type Collection, frequencyIn } from './bm25.ts';
import type { FocusTerms } from './focus.ts';

/** Of the texts that hold the rarer one, so many hold both side by side. */
const boundShare = 0.5;

export type BoundIn = {
  collection: Pick<Collection, 'parts'>;
  /** Those that are found elsewhere than in the question. */
  terms: FocusTerms;
  /** Characters as the index compares them. */
  fold(text: string): string;
};

/** @returns tells of the place of a character whether it belongs to the next */
export const findBound = (
  question: string,
  { collection: { parts }, terms, fold }: BoundIn,
): ((place: number) => boolean) => {
  const metElsewhere = new Set(terms.starts);
  const textsWith = (term: string): number => {
    const key = termKey(term);
    return parts.reduce((sum, part) => {
      const number = getKey(part.terms, key);
      return number < 0 ? sum : sum + frequencyIn(part, number);
    }, 0);
  };
  return (place) => {
    const pair = fold(question.slice(place, place + 2));
    const together = textsWith(pair);
    // The one text may be that of the question, which says nothing of what belongs together.
    if (together === 0 || (together === 1 && !metElsewhere.has(place))) return false;
    const rarer = Math.min(textsWith(pair.charAt(0)), textsWith(pair.charAt(1)));
    return together >= rarer * boundShare;
  };
};
