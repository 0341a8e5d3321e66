import { atxHeading } from '#shared/atx-heading.ts';
import { withoutMarks } from '#shared/emphases.ts';
import { withoutFrontMatter } from '#shared/front-matter.ts';

const escapedOrCode = /\\([!-/:-@[-`{-~])|`(.+?)`/g;

/** Heading text without its own marks. */
const clean = (heading: string): string => {
  const words = heading.replace(/[ \t]+#+[ \t]*$/, '');
  // What is escaped is no mark: the backslashes go last.
  return withoutMarks([words])
    .join('')
    .replace(escapedOrCode, (_mark, escaped?: string, code?: string) => escaped ?? code ?? '')
    .trim();
};

/** A title as the words of a heading: Markdown would take a `#` at its end for a closing mark. */
export const headingWords = (title: string): string => title.replace(/(^|[ \t])(#+)$/, '$1\\$2');

export type Heading = {
  title: string;
  /** UTF-16 offsets of the heading's text in the document, marks left out. */
  start: number;
  end: number;
};

const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;
const fence = /^ {0,3}```/;

/** A longer line above a `---` is a paragraph before a scene break, whatever CommonMark says. */
const longestUnderlined = 100;

/** Headings further down than this are no chapter title, and a long chapter is not split just to look. */
const linesSearched = 200;

/** The first ATX or setext heading of a text with `\n` line ends, outside fences and front matter. */
export const firstHeading = (text: string): Heading | null => {
  let offset = text.length - withoutFrontMatter(text).length;
  let inFence = false;
  let before: { line: string; offset: number } | null = null;
  for (let seen = 0; seen < linesSearched && offset <= text.length; seen += 1) {
    const found = text.indexOf('\n', offset);
    const lineEnd = found < 0 ? text.length : found;
    const line = text.slice(offset, lineEnd);
    // One that nothing closes is a line of the text.
    if (fence.test(line)) inFence = !inFence && text.includes('\n```', lineEnd);
    else if (!inFence) {
      const match = atxHeading.exec(line);
      const content = match?.[1] ?? '';
      if (match && clean(content) !== '') {
        const start = offset + line.indexOf(content, line.search(/#[ \t]/) + 1);
        return { title: clean(content), start, end: start + content.length };
      }
      if (before && underline.test(line) && clean(before.line) !== '') {
        const start = before.offset + before.line.length - before.line.trimStart().length;
        return { title: clean(before.line), start, end: start + before.line.trim().length };
      }
    }
    before =
      line.trim() === '' || inFence || line.length > longestUnderlined || atxHeading.test(line)
        ? null
        : { line, offset };
    offset = lineEnd + 1;
  }
  return null;
};

/** Title of a chapter: its first heading, else its file's name without extension. */
export const titleOf = (text: string, path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return firstHeading(text)?.title ?? name.replace(/\.(?:md|markdown|txt)$/i, '');
};
