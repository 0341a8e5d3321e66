/** For finding a word in a list: width, case and accents of Latin letters do not count. */
export const foldText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether all words of `query` occur in `text`; an empty query finds everything. */
export const holdsWords = (text: string, query: string): boolean => {
  const folded = foldText(text);
  return foldText(query)
    .split(/\s+/u)
    .every((word) => folded.includes(word));
};
