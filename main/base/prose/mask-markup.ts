/** Blanks what is no prose: headings, scene breaks, comments, front matter; every offset stays what it was. */
import { isSceneBreak } from './paragraphs.ts';

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** By index, not by one lazy pattern: a thousand unclosed openings would make that quadratic. */
const maskComments = (text: string): string => {
  let masked = '';
  let from = 0;
  for (;;) {
    const open = text.indexOf('<!--', from);
    const close = open < 0 ? -1 : text.indexOf('-->', open + 4);
    if (close < 0) return masked + text.slice(from);
    masked += text.slice(from, open) + blank(text.slice(open, close + 3));
    from = close + 3;
  }
};

const heading = /^ {0,3}#{1,6}(?:[ \t]|$)/;

export const maskMarkup = (text: string): string => {
  const end = text.startsWith('---\n') ? text.indexOf('\n---\n', 3) : -1;
  const body = end < 0 ? text : blank(text.slice(0, end + 5)) + text.slice(end + 5);
  return maskComments(body)
    .split('\n')
    .map((line) => (heading.test(line) || isSceneBreak(line) ? blank(line) : line))
    .join('\n');
};
