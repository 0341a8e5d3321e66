/** Whether English words are spelt as Hunspell's dictionaries have them. */

export type Variant = 'both' | 'american' | 'british';

/** Hunspell's files: rules, which both share, and the words of either. */
export type Dictionaries = { rules: string; american: string; british: string };

/** The words of a file, without the count it begins with. */
const wordsOf = (file: string): string => file.slice(file.indexOf('\n') + 1);

/** Both as one file: the library reads a second one wrongly. */
export const wordFile = ({ american, british }: Dictionaries, variant: Variant): string => {
  if (variant === 'american') return american;
  return variant === 'british' ? british : `${american}\n${wordsOf(british)}`;
};

/** What may stand after any word, though the dictionary has it after a few only: the driver’s, there’ll. */
const shortForm = /['’](?:s|d|ll|ve|re)$/iu;

export const straight = (word: string): string => word.replaceAll('’', "'");

/** Its length does not depend on which apostrophe is written. */
export const withoutShortForm = (word: string): string => word.replace(shortForm, '');

/** @param has whether the dictionary has a word as it is, with straight apostrophes */
export const createSpelt =
  (has: (word: string) => boolean): ((word: string) => boolean) =>
  (word) => {
    const plain = straight(word);
    const stem = withoutShortForm(plain);
    return has(plain) || (stem !== plain && has(stem));
  };
