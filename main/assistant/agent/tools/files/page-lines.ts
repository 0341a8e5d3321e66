/** Cuts a text into pages of numbered lines. */
import { borderBefore } from '#main/base/text/graphemes.ts';

export type PageRequest = {
  /** First line, from 1, and the place in it, from 1, in UTF-16 code units. */
  offset: number;
  column: number;
  limit: number;
  /** Bytes of UTF-8 all numbered lines may take together. */
  bytes: number;
};

export type LinePage = {
  /** Numbers from 1; of a line that was begun before or breaks off, the part of this page. */
  lines: { number: number; text: string }[];
  /** Where to read on; null at the end. `column` is 1 at the beginning of a line. */
  next: { offset: number; column: number } | null;
};

export const numbered = ({ number, text }: LinePage['lines'][number]): string =>
  `${String(number).padStart(6)}\t${text}`;

const bytesOf = (line: LinePage['lines'][number]): number => Buffer.byteLength(numbered(line)) + 1;

/** As much of a text as fits, at least one whole character. */
const headWithin = (text: string, bytes: number): string => {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (Buffer.byteLength(text.slice(0, middle)) <= bytes) low = middle;
    else high = middle - 1;
  }
  const end = borderBefore(text, low);
  return end > 0 ? text.slice(0, end) : (String.fromCodePoint(text.codePointAt(0) ?? 0) ?? '');
};

/**
 * Where a page begins that was asked for from here. No further back than to its code point: a character too long
 * for a page must not be begun anew for ever.
 */
const codePointAt = (line: string, position: number): number => {
  const low = line.charCodeAt(position);
  const high = line.charCodeAt(position - 1);
  const isInside = low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff;
  return isInside ? position - 1 : Math.min(position, line.length);
};

/** One page of a text's lines. Pages that follow `next` show every character once and tear none. */
export const pageLines = (lines: readonly string[], request: PageRequest): LinePage => {
  const page: LinePage['lines'] = [];
  let room = request.bytes;
  for (let index = request.offset - 1; index < lines.length; index += 1) {
    const number = index + 1;
    const line = lines[index] ?? '';
    const from = page.length === 0 ? codePointAt(line, request.column - 1) : 0;
    const row = { number, text: line.slice(from) };
    if (page.length >= request.limit) return { lines: page, next: { offset: number, column: 1 } };
    const size = bytesOf(row);
    if (size > room) {
      if (page.length > 0) return { lines: page, next: { offset: number, column: 1 } };
      const text = headWithin(row.text, room - bytesOf({ number, text: '' }));
      page.push({ number, text });
      return { lines: page, next: { offset: number, column: from + text.length + 1 } };
    }
    room -= size;
    page.push(row);
  }
  return { lines: page, next: null };
};

/** Lines of a text with `\n` line ends; the end of the last line begins no further one. */
export const splitLines = (text: string): string[] => {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
};
