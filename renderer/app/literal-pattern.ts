/** The pattern that finds exactly these words, whatever signs are in them. */
export const literalPattern = (words: string): string =>
  words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
