/** Shows the lines behind hits. */
import type { GrepMatch } from '#shared/domain/context-file.ts';
import type { ByteSource } from '../content/byte-source.ts';
import { readInWindows } from '../content/windowed.ts';
import { floorBoundary } from '../reading/utf8.ts';
import type { Hit } from './hits.ts';

type Source = Pick<ByteSource, 'size' | 'read'>;
type Shown = { text: string; bytes: number; truncated: boolean };
type Bounds = { lineBytes: number; answerBytes: number };

const lineFeed = 10;
const carriageReturn = 13;
const ellipsis = '…';
/** How far a line's other end is looked for; beyond it lies no line anybody wants to see whole. */
const farthest = 1024 * 1024;
const blockBytes = 16 * 1024;

/** First byte behind the line that begins at or covers `offset`, its line feed not included. */
const findEnd = async (source: Source, offset: number): Promise<number> => {
  const limit = Math.min(source.size, offset + farthest);
  for (let from = offset; from < limit; from += blockBytes) {
    const at = (await source.read(from, Math.min(blockBytes, limit - from))).indexOf(lineFeed);
    if (at >= 0) return from + at;
  }
  return limit;
};

/** First byte of the line whose line feed is at `end`. */
const findStart = async (source: Source, end: number): Promise<number> => {
  const limit = Math.max(0, end - farthest);
  for (let to = end; to > limit; to -= blockBytes) {
    const from = Math.max(limit, to - blockBytes);
    const bytes = await source.read(from, to - from);
    // Buffer.lastIndexOf takes far longer than this for a line of ordinary length.
    let at = bytes.length - 1;
    while (at >= 0 && bytes[at] !== lineFeed) at -= 1;
    if (at >= 0) return from + at + 1;
  }
  return limit;
};

/** A line, or the part of it around `focus` that fits, with an ellipsis where something is missing. */
const showLine = async (
  source: Source,
  { start, end, focus = 0 }: { start: number; end: number; focus?: number },
  lineBytes: number,
): Promise<Shown> => {
  const whole = end - start <= lineBytes;
  const half = Math.floor(lineBytes / 2);
  const from = whole ? start : Math.max(start, Math.min(start + focus - half, end - lineBytes));
  const to = whole ? end : Math.min(end, from + lineBytes);
  const margin = Math.min(3, from - start);
  const bytes = await source.read(from - margin, to - from + margin + 3);
  const cutFrom = from === start ? margin : floorBoundary(bytes, margin);
  let cutTo = to === end ? to - from + margin : floorBoundary(bytes, to - from + margin);
  if (to === end && bytes[cutTo - 1] === carriageReturn) cutTo -= 1;
  const text = bytes.toString('utf8', cutFrom, Math.max(cutFrom, cutTo));
  return {
    text: `${from > start ? ellipsis : ''}${text}${to < end ? ellipsis : ''}`,
    bytes: to - from,
    truncated: !whole,
  };
};

const linesBefore = async (
  source: Source,
  offset: number,
  count: number,
  lineBytes: number,
): Promise<Shown[]> => {
  const lines: Shown[] = [];
  for (let next = offset; lines.length < count && next > 0; ) {
    const end = next - 1;
    const start = await findStart(source, end);
    lines.unshift(await showLine(source, { start, end }, lineBytes));
    next = start;
    if (end - start >= farthest) break;
  }
  return lines;
};

const linesAfter = async (
  source: Source,
  end: number,
  count: number,
  lineBytes: number,
): Promise<Shown[]> => {
  const lines: Shown[] = [];
  const [last] = await source.read(end, 1);
  // The line goes on for longer than anybody looks.
  if (last !== lineFeed) return lines;
  for (let start = end + 1; lines.length < count && start < source.size; ) {
    const stop = await findEnd(source, start);
    lines.push(await showLine(source, { start, end: stop }, lineBytes));
    if (stop - start >= farthest) break;
    start = stop + 1;
  }
  return lines;
};

/**
 * The lines behind hits, with the lines around them, as far as they fit the answer: `truncated` tells that some did
 * not, which the caller sees from `totalMatches` and can read from each match's `offset`.
 */
export const showHits = async (
  opened: ByteSource,
  hits: readonly Hit[],
  contextLines: number,
  { lineBytes, answerBytes }: Bounds,
): Promise<{ matches: GrepMatch[]; truncated: boolean }> => {
  const source = readInWindows(opened);
  const matches: GrepMatch[] = [];
  let room = answerBytes;
  for (const { line, offset, column } of hits) {
    const end = await findEnd(source, Math.min(source.size, offset + column));
    const focus = Math.min(column, end - offset);
    const shown = await showLine(source, { start: offset, end, focus }, lineBytes);
    const before = await linesBefore(source, offset, contextLines, lineBytes);
    const after = await linesAfter(source, end, contextLines, lineBytes);
    room -= [shown, ...before, ...after].reduce((sum, { bytes }) => sum + bytes, 0);
    if (room < 0 && matches.length > 0) return { matches, truncated: true };
    matches.push({
      line,
      content: shown.text,
      ...(contextLines > 0
        ? { before: before.map(({ text }) => text), after: after.map(({ text }) => text) }
        : {}),
      offset,
      ...(shown.truncated ? { truncated: true } : {}),
    });
  }
  return { matches, truncated: false };
};
