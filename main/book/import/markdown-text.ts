/** Words of other formats as Markdown: nothing in them is taken for a mark, and marks are set around what they mean. */

import { callsIn } from './marks.ts';

/** A line that only says "some time later": stars, dashes, a number sign, whatever stands for a break between scenes. */
const sceneMark = /^(?:[*＊✱✳☆★◇◆○●□■~～\-—–_=#＃·•⁂※]|\* ){1,40}$/u;

export const isSceneMark = (line: string): boolean => {
  const marks = line.trim().replace(/\s+/g, '');
  if (marks === '' || !sceneMark.test(marks)) return false;
  // A dash alone begins a dialogue, a number sign a heading.
  return marks.length >= 2 || /[*＊☆★◇◆⁂※#＃]/u.test(marks);
};

export const sceneBreak = '***';

/** Characters that would act as marks anywhere in a line. */
const inline =
  /[\\`*]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|(?<=\p{Script=Han})_|_(?=\p{Script=Han})|<(?=[a-z/!?])|\[(?=\^)/giu;
const lineStart = /^(\s*)(#{1,6}(?=\s|$)|>|[-+](?=\s)|={2,}\s*$|-{2,}\s*$|~{3,})/;
const numberStart = /^(\s*\d{1,9})([.)])(?=\s)/;

/** Text as it is, in Markdown. */
export const escapeInline = (text: string): string => text.replace(inline, (mark) => `\\${mark}`);

/** The same for a whole line, whose beginning might be taken for a heading, a quote or a list. */
export const escapeLineStart = (line: string): string =>
  line.replace(lineStart, '$1\\$2').replace(numberStart, '$1\\$2');

export const headingLine = (level: number, title: string): string =>
  `${'#'.repeat(Math.min(6, Math.max(1, level)))} ${title.replace(/\s+/gu, ' ').trim()}`;

/** A heading of other words, with what is called on the one before; null where nothing is. */
export const renewedHeading = (
  level: number,
  title: string,
  line: string | null,
): string | null => {
  const calls = callsIn(line ?? '');
  return calls === '' ? null : `${headingLine(level, title)}${calls}`;
};

/** A paragraph as a quotation; one without words, or a scene break, is none. */
export const quoteLines = (paragraph: string): string =>
  paragraph === '' || paragraph === sceneBreak ? paragraph : paragraph.replace(/^/gm, '> ');

/** Empty paragraphs between most others only space them out; where they are rare they part scenes. */
export const areSpacedOut = (paragraphs: readonly string[]): boolean => {
  const full = paragraphs.filter((paragraph) => paragraph !== '').length;
  return paragraphs.length - full > full * 0.4;
};

/** Paragraphs with one blank line between them; with `keepsGaps` two where an empty one stands between. */
export const joinWithGaps = (paragraphs: readonly string[], keepsGaps: boolean): string => {
  let text = '';
  let gap = false;
  for (const paragraph of paragraphs) {
    if (paragraph === '') gap = keepsGaps;
    else {
      text += text === '' ? paragraph : `${gap ? '\n\n\n' : '\n\n'}${paragraph}`;
      gap = false;
    }
  }
  return text;
};
