/** Leaves redacted stretches out of a page of a file. */
import type { RedactedRange } from './redacted-ranges.ts';

export const redactionNotice = '[Kept back by a fence of the writer]';

/**
 * A stretch of a file, from byte `offset` on, without what is redacted: each such stretch leaves one line that says
 * so. Offsets of the file stay what they are.
 */
export const redactRanges = (
  content: string,
  offset: number,
  ranges: readonly RedactedRange[],
): string => {
  const bytes = Buffer.from(content, 'utf8');
  const end = offset + bytes.length;
  const touching = ranges.filter((range) => range.start < end && range.end > offset);
  if (touching.length === 0) return content;
  const parts: string[] = [];
  let at = 0;
  for (const range of touching) {
    const from = Math.max(at, range.start - offset);
    const to = Math.max(from, Math.min(bytes.length, range.end - offset));
    parts.push(bytes.toString('utf8', at, from), redactionNotice, to < bytes.length ? '\n' : '');
    at = to;
  }
  parts.push(bytes.toString('utf8', at));
  return parts.join('');
};

export const isRedactedLine = (line: number, ranges: readonly RedactedRange[]): boolean =>
  ranges.some(({ firstLine, lastLine }) => firstLine <= line && line <= lastLine);
