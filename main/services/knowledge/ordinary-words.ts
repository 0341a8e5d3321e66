import { readFileSync } from 'node:fs';

/** Ordinary Chinese words of two to four characters, simplified. */
export type OrdinaryWords = {
  has(word: string): boolean;
};

/** The longest word of the list, in characters. */
export const longestOrdinaryWord = 4;

/** Reads a list of one word a line (some 15 ms). Throws what reading throws: without it names would be misjudged. */
export const readOrdinaryWords = (file: string): OrdinaryWords =>
  new Set(readFileSync(file, 'utf8').split('\n'));

/** For callers without a list: only what the run-time's own dictionary knows is a word then. */
export const noOrdinaryWords: OrdinaryWords = new Set();
