/** Only what holds the words, in order: a fuzzy match over Chinese names finds everything. */
export const holdsWords = (_value: string, search: string, keywords?: string[]): number => {
  const text = (keywords ?? []).join(' ').toLowerCase();
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.every((word) => text.includes(word))) return 0;
  return text.startsWith(words[0] ?? '') ? 1 : 0.5;
};
