/** Parts of a file's text with the line ends they have in the file. */
import { withPlainLineEnds } from '../line-ends.ts';

/** Offset in `raw` of a place in the same text with plain line ends. */
const rawOffset = (raw: string, offset: number): number => {
  let at = 0;
  for (let plain = 0; plain < offset; plain += 1) {
    at += raw[at] === '\r' && raw[at + 1] === '\n' ? 2 : 1;
  }
  return at;
};

/** What stands in `raw` between two places of its text with plain line ends. */
export const sliceRaw = (raw: string, start: number, end: number): string => {
  if (!raw.includes('\r')) return raw.slice(start, end);
  const from = rawOffset(raw, start);
  return raw.slice(from, from + rawOffset(raw.slice(from), end - start));
};

/** Raw texts one behind the other, so many line ends between them; with plain line ends where two would run into one. */
export const joinRaw = (parts: readonly { raw: string; gap: number }[]): string => {
  const lineEnd = parts.some(({ raw }) => raw.includes('\r\n')) ? '\r\n' : '\n';
  const joined = parts.map(({ raw, gap }) => `${lineEnd.repeat(gap)}${raw}`).join('');
  const plain = parts
    .map(({ raw, gap }) => `${'\n'.repeat(gap)}${withPlainLineEnds(raw)}`)
    .join('');
  return withPlainLineEnds(joined) === plain ? joined : plain;
};
