/** Reads the last lines of a file. */
import type { ByteSource } from '../content/byte-source.ts';
import { floorBoundary } from './utf8.ts';

export type Tail = { lines: number; offset: number; content: string; truncated: boolean };

const blockBytes = 64 * 1024;
const lineFeed = 10;

/** Where the last `lines` lines begin, looking back no further than `limit` bytes. */
const findStart = async (
  source: ByteSource,
  lines: number,
  limit: number,
): Promise<{ start: number; reached: boolean }> => {
  let missing = lines;
  const floor = Math.max(0, source.size - limit);
  for (let end = source.size; end > floor; ) {
    const from = Math.max(floor, end - blockBytes);
    const block = await source.read(from, end - from);
    // The line feed at the very end closes the last line; it begins no further one.
    let at = end === source.size ? block.length - 2 : block.length - 1;
    for (; at >= 0; at -= 1) {
      at = block.lastIndexOf(lineFeed, at);
      if (at < 0) break;
      missing -= 1;
      if (missing === 0) return { start: from + at + 1, reached: true };
    }
    end = from;
  }
  return { start: floor, reached: floor === 0 };
};

const countLines = (bytes: Buffer): number => {
  let lines = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) lines += 1;
  return bytes.length > 0 && bytes[bytes.length - 1] !== lineFeed ? lines + 1 : lines;
};

/**
 * The last lines of a file (S0-09), read from its end. More than `limit` bytes are not sent: then the answer begins
 * within a line, says so, and `offset` tells from where the rest can be read.
 */
export const readTail = async (source: ByteSource, lines: number, limit: number): Promise<Tail> => {
  const { start, reached } = await findStart(source, lines, limit);
  const from = Math.max(0, start - 3);
  const bytes = await source.read(from, source.size - from);
  const cut = reached ? start - from : floorBoundary(bytes, start - from);
  const shown = bytes.subarray(cut);
  return {
    lines: countLines(shown),
    offset: from + cut,
    content: shown.toString('utf8'),
    truncated: !reached,
  };
};
