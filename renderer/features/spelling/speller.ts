/** Whether English words are spelt as a dictionary has them, and what may have been meant. */

import nspell from 'nspell';
import {
  createSpelt,
  type Dictionaries,
  straight,
  type Variant,
  wordFile,
} from '#shared/spelling/dictionary.ts';
import { rankSuggestions } from './rank-suggestions.ts';

export type Speller = { isCorrect(word: string): boolean; suggest(word: string): string[] };

const maxSuggestions = 5;

export function createSpeller(dictionaries: Dictionaries, variant: Variant): Speller {
  const dictionary = nspell(dictionaries.rules, wordFile(dictionaries, variant));
  const isCorrect = createSpelt((word) => dictionary.correct(word));
  return {
    isCorrect,
    suggest: (word) => {
      const curly = word.includes('’');
      const plain = straight(word);
      return rankSuggestions(plain, dictionary.suggest(plain))
        .slice(0, maxSuggestions)
        .map((suggestion) => (curly ? suggestion.replaceAll("'", '’') : suggestion));
    },
  };
}
