import { shortenedTo } from '#shared/shortened.ts';

const maxName = 24;

/** What a thing is called that has no name but its own words, in a sentence about it. */
export const shortName = (words: string): string =>
  shortenedTo(words.trim().replace(/\s+/gu, ' '), maxName);
