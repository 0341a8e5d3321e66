/** Whether English words are spelt as a dictionary has them, and what may have been meant. */

import nspell from 'nspell';
import { rankSuggestions } from './rank-suggestions.ts';

export type Variant = 'both' | 'american' | 'british';

export type Speller = { isCorrect(word: string): boolean; suggest(word: string): string[] };

/** Hunspell's files: rules, which both share, and the words of either. */
export type Dictionaries = { rules: string; american: string; british: string };

const maxSuggestions = 5;

/** The words of a file, without the count it begins with. */
const wordsOf = (file: string): string => file.slice(file.indexOf('\n') + 1);

/** Both as one file: the library reads a second one wrongly. */
const wordFile = ({ american, british }: Dictionaries, variant: Variant): string => {
  if (variant === 'american') return american;
  return variant === 'british' ? british : `${american}\n${wordsOf(british)}`;
};

/** What may stand after any word, though the dictionary has it after a few only: the driver’s, there’ll. */
const shortForm = /'(?:s|d|ll|ve|re)$/iu;

const straight = (word: string): string => word.replaceAll('’', "'");

export function createSpeller(dictionaries: Dictionaries, variant: Variant): Speller {
  const dictionary = nspell(dictionaries.rules, wordFile(dictionaries, variant));
  const isCorrect = (word: string): boolean => {
    const plain = straight(word);
    const stem = plain.replace(shortForm, '');
    return dictionary.correct(plain) || (stem !== plain && dictionary.correct(stem));
  };
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
