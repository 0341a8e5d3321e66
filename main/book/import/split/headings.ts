/** Chapters at Markdown's headings, which other formats' heading styles have become by now. */
import { emphases } from '#shared/emphases.ts';
import { shownLine } from '../marks.ts';
import { type Cut, isBlank } from './cuts.ts';

const atx = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;
const fence = /^ {0,3}```/;

/** A longer line above a `---` is a paragraph before a scene break, whatever CommonMark says. */
const longestUnderlined = 100;

const withoutEmphasis = (line: string): string => {
  const marks = emphases(line).flatMap(({ from, to, mark }) =>
    [from, to - mark].map((at) => ({ at, mark })),
  );
  marks.sort((a, b) => b.at - a.at);
  return marks.reduce((left, { at, mark }) => left.slice(0, at) + left.slice(at + mark), line);
};

/** A heading without its own marks. */
export const plainTitle = (heading: string): string =>
  withoutEmphasis(shownLine(heading))
    .replace(/\[\^[^\]]{1,40}\]/g, '')
    .replace(/`(.+?)`/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/[\s\u3000]+/gu, ' ')
    .trim();

/** To tell whether two titles say the same. */
export const lettersOf = (title: string): string => title.replace(/[^\p{L}\p{N}]/gu, '');

/** The line behind front matter, 0 where there is none. */
const afterFrontMatter = (lines: readonly string[]): number => {
  if (lines[0] !== '---') return 0;
  const end = lines.indexOf('---', 1);
  return end < 0 ? 0 : end + 1;
};

/** Tells lines of code from those of the text; it is asked of every line, in order. A fence that nothing closes is a line of the text. */
const createFences = (lines: readonly string[]): ((shown: string) => boolean) => {
  let left = lines.filter((line) => line.includes('```') && fence.test(shownLine(line))).length;
  let inFence = false;
  return (shown) => {
    if (!fence.test(shown)) return inFence;
    inFence = !inFence && left > 1;
    left -= 1;
    return true;
  };
};

/** Lines that are headings, their underlines not among them. */
export const headingCuts = (lines: readonly string[]): Cut[] => {
  const cuts: Cut[] = [];
  const from = afterFrontMatter(lines);
  const isCode = createFences(lines.slice(from));
  for (let line = from; line < lines.length; line += 1) {
    const shown = shownLine(lines[line] ?? '');
    if (isCode(shown)) continue;
    const found = atx.exec(shown);
    const title = plainTitle(found?.[2] ?? '');
    if (found && title !== '') cuts.push({ line, title, rank: found[1]?.length ?? 1 });
    else if (isUnderlined(lines, line)) {
      const rank = lines[line + 1]?.trim().startsWith('=') ? 1 : 2;
      cuts.push({ line, length: 2, title: plainTitle(shown), rank });
      line += 1;
    }
  }
  return cuts;
};

const isUnderlined = (lines: readonly string[], line: number): boolean => {
  const [before, here, below] = [lines[line - 1] ?? '', lines[line] ?? '', lines[line + 1] ?? ''];
  if (isBlank(here) || !isBlank(before) || here.length > longestUnderlined) return false;
  return underline.test(below) && below.trim().length >= 2 && !/^ {0,3}[-*_>]/.test(here);
};

/** Moves the headings of a text out by so many levels: what stood above them has become a folder, or the book. */
export const liftHeadings = (text: string, by: number): string => {
  const lines = text.split('\n');
  const isCode = createFences(lines);
  return lines
    .map((line) => {
      if (isCode(shownLine(line)) || !atx.test(line)) return line;
      return line.replace(/#{1,6}/, (marks) => '#'.repeat(Math.max(1, marks.length - by)));
    })
    .join('\n');
};
