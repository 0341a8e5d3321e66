/** The figures and names a manuscript's title page and page heads give. */
import type { Book } from '../book.ts';

const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text);

/** As editors ask: to the hundred for a story, to five hundred for a novella, to the thousand for a novel. */
export const roundWordCount = (words: number): number => {
  const step = words < 17_500 ? 100 : words < 40_000 ? 500 : 1000;
  return Math.max(step, Math.round(words / step) * step);
};

/** "about 92,000 words", "约 73 万字". */
export const wordCountLine = ({ wordCount, language }: Book): string => {
  const rounded = roundWordCount(wordCount);
  if (language === 'en') return `about ${rounded.toLocaleString('en-US')} words`;
  return rounded >= 10_000
    ? `约 ${(Math.round(rounded / 1000) / 10).toLocaleString('en-US')} 万字`
    : `约 ${rounded} 字`;
};

/** What the page head calls the author: the surname, and the whole name where it is written in Han. */
export const surnameOf = (author: string): string =>
  isHan(author) ? author : (author.trim().split(/\s+/).at(-1) ?? '');

/** Characters of a title in a page head, before it is cut at a word. */
const longestHeadTitle = 30;

/** "Calloway / HARROW BOX": what stands before the number of the page. */
export const pageHeadText = ({ author, title }: Book): string => {
  const characters = [...title.toUpperCase()];
  const cut = characters.slice(0, longestHeadTitle).join('');
  const short =
    characters.length <= longestHeadTitle || isHan(title) ? cut : cut.replace(/\s+\S*$/u, '');
  return [surnameOf(author), short].filter((part) => part !== '').join(' / ');
};
