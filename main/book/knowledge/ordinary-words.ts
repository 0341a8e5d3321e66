import { readFileSync } from 'node:fs';

/** Ordinary Chinese words of two to four characters, simplified. */
export type OrdinaryWords = {
  has(word: string): boolean;
};

/** The longest word of the list, in characters. */
export const longestOrdinaryWord = 4;

/**
 * A list of one word a line, read (some 50 ms) when the first word is looked up: projects without short Chinese
 * names never need it. `has` throws what reading throws: without the list names would be misjudged in silence.
 */
export const ordinaryWordsFrom = (file: string): OrdinaryWords => {
  let words: ReadonlySet<string> | null = null;
  return {
    has: (word) => {
      words ??= new Set(readFileSync(file, 'utf8').split('\n'));
      return words.has(word);
    },
  };
};

/** For callers without a list: only what the run-time's own dictionary knows is a word then. */
export const noOrdinaryWords: OrdinaryWords = new Set();
