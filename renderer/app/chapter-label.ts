import { chapterHeading, isChapterLabel } from '#shared/chapter-heading.ts';

/** "Chapter Six" takes half a line; its number says the same. Chinese labels are short already. */
export const shortLabel = (label: string, chapter: number): string =>
  /^chapter\b/i.test(label) ? String(chapter) : label;

/**
 * A chapter by its number and its title, the number said once.
 * @param words the number beside the title
 */
export const numberedTitle = (heading: string, words: (title: string) => string): string =>
  isChapterLabel(heading) ? heading : words(chapterHeading(heading).title);
