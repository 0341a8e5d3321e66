/** What a rich text writes before an item of a list, for readers that count none. */
import { escapeInline, escapeLineStart } from '../markdown-text.ts';
import { withoutMarks } from '../marks.ts';

/** What is written in a font of signs: which sign it is says only the font. */
export const anySign = '•';

/** Markdown before the words of the item; '' for none. `level`: within the lists around it, from 0. */
export const listLabel = (written: string, level: number): string => {
  const text = withoutMarks(written).replace(/\s+/gu, ' ').trim();
  if (text === '') return '';
  const indent = '   '.repeat(level);
  // A letter by itself stands for a hollow dot.
  if (text === 'o' || !/[\p{L}\p{N}]/u.test(text)) return `${indent}- `;
  return /^\d{1,9}[.)]$/.test(text)
    ? `${indent}${text} `
    : `${escapeLineStart(escapeInline(text))} `;
};
