import { chapterHeading } from '#shared/chapter-heading.ts';
import { isOrnament } from '#shared/ornament.ts';

export type LineKind =
  | { kind: 'prose' }
  | { kind: 'ornament' }
  | { kind: 'list' }
  | { kind: 'quote'; textFrom: number }
  | {
      kind: 'heading';
      level: number;
      /** Where the heading's words begin, after `# `. */
      textFrom: number;
      /** End of "第七章" and begin of "秋分大潮"; both are `textFrom` without a label. */
      labelTo: number;
      titleFrom: number;
    };

/** What a line of a manuscript is. Offsets are in the line. */
export function lineKind(text: string): LineKind {
  const heading = /^(#{1,6})[ \t]+(?=\S)/.exec(text);
  if (heading !== null) {
    const textFrom = heading[0].length;
    const words = text.slice(textFrom).trimEnd();
    const { label, title } = chapterHeading(words);
    const labelTo = label === null ? textFrom : textFrom + label.length;
    const titleFrom = label === null ? textFrom : textFrom + words.length - title.length;
    return { kind: 'heading', level: heading[1]?.length ?? 1, textFrom, labelTo, titleFrom };
  }
  if (isOrnament(text)) return { kind: 'ornament' };
  const quote = /^>[ \t]?/.exec(text);
  if (quote !== null) return { kind: 'quote', textFrom: quote[0].length };
  if (/^\s*(?:[-*+]|\d{1,3}[.)])[ \t]+\S/.test(text)) return { kind: 'list' };
  return { kind: 'prose' };
}
