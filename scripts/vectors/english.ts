import { stemmer } from 'stemmer';
import { englishStopWords } from '#main/context/retrieval/text/stop-words.ts';

const stems = new Map<string, string>();

const stem = (word: string): string => {
  let known = stems.get(word);
  if (known === undefined) {
    known = stemmer(word);
    stems.set(word, known);
  }
  return known;
};

/** Content stems of English text, in order, cut as the program cuts a manuscript. */
export const contentStems = (text: string): string[] => {
  const found: string[] = [];
  for (const match of text
    .normalize('NFKD')
    .toLowerCase()
    .matchAll(/[a-z0-9]+/g)) {
    const word = match[0];
    if (!englishStopWords.has(word) && /[a-z]/.test(word) && word.length > 1)
      found.push(stem(word));
  }
  return found;
};

/** The stem of a dictionary word; null for phrases and stop words. */
export const stemOfLemma = (lemma: string): string | null => {
  if (!/^[a-z]{2,}$/.test(lemma) || englishStopWords.has(lemma)) return null;
  return stem(lemma);
};
