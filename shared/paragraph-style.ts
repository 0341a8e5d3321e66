/** How a chapter's file parts its paragraphs: the page shows it so, and exports keep to what the page shows. */

/** By an empty line as Markdown does, or by a bare line break as many text files do. */
export type ParagraphStyle = 'blank-line' | 'single-newline';

export const isBlankLine = (text: string): boolean => /^\s*$/.test(text);

/** Lines looked at to tell the style of a file. */
export const sampledLines = 400;

/** Tells the style from the first {@link sampledLines} lines of a text. */
export const paragraphStyleOfLines = (lines: Iterable<string>): ParagraphStyle => {
  let adjacent = 0;
  let parted = 0;
  let before: 'text' | 'blank' | 'none' = 'none';
  for (const line of lines) {
    const blank = isBlankLine(line);
    if (!blank && before === 'text') adjacent += 1;
    if (blank && before === 'text') parted += 1;
    before = blank ? 'blank' : 'text';
  }
  return adjacent > parted * 2 ? 'single-newline' : 'blank-line';
};
