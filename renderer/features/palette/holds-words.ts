/**
 * Only what holds the words, in order: a fuzzy match over Chinese names finds everything. What begins with them stands first,
 * before all where the title has every one of them; then what another word for it begins with. `keywords`: the title, then the
 * others.
 */
export const holdsWords = (_value: string, search: string, keywords: string[] = []): number => {
  const texts = keywords.map((text) => text.toLowerCase());
  const all = texts.join(' ');
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.every((word) => all.includes(word))) return 0;
  const [title = '', ...others] = texts;
  const first = words[0] ?? '';
  if (title.startsWith(first)) return words.every((word) => title.includes(word)) ? 1 : 0.9;
  return others.some((other) => other.startsWith(first)) ? 0.75 : 0.5;
};
