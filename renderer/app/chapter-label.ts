/** "Chapter Six" takes half a line; its number says the same. Chinese labels are short already. */
export const shortLabel = (label: string, chapter: number): string =>
  /^chapter\b/i.test(label) ? String(chapter) : label;
