/** Searches with RE2 where ripgrep cannot run. */
import { setImmediate } from 'node:timers/promises';
import type { ByteSource } from '../content/byte-source.ts';
import type { Hit, Hits } from './hits.ts';
import { matchableBytes, toMatchable } from './matchable.ts';

const lineFeed = 10;
/** How long, in ms, the process may be kept from its other work. */
const maxBlockingMs = 12;

/**
 * Searches line by line with RE2, where ripgrep cannot run: the same hits, more slowly. Aborting `signal` throws its
 * reason.
 */
export const searchWithRe2 = async (
  source: ByteSource,
  pattern: string,
  wanted: number,
  signal: AbortSignal,
): Promise<Hits> => {
  // Hardly ever needed, and too big to load with the program.
  const { RE2JS } = await import('re2js');
  const expression = RE2JS.compile(pattern);
  const hits: Hit[] = [];
  let total = 0;
  let line = 0;
  let offset = 0;
  let yielded = performance.now();

  const look = (bytes: Buffer): void => {
    line += 1;
    const text = toMatchable(bytes);
    if (hits.length >= wanted) {
      if (expression.test(text)) total += 1;
    } else {
      const matcher = expression.matcher(text);
      if (matcher.find()) {
        total += 1;
        hits.push({ line, offset, column: matchableBytes(text, matcher.start()) });
      }
    }
    offset += bytes.length + 1;
  };

  let pending: Buffer[] = [];
  for await (const chunk of source.chunks()) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      const rest = chunk.subarray(start, end);
      look(pending.length > 0 ? Buffer.concat([...pending, rest]) : rest);
      pending = [];
      start = end + 1;
      if (performance.now() - yielded > maxBlockingMs) {
        await setImmediate();
        signal.throwIfAborted();
        yielded = performance.now();
      }
    }
    if (start < chunk.length) pending.push(chunk.subarray(start));
    signal.throwIfAborted();
  }
  if (pending.length > 0) look(Buffer.concat(pending));
  return { total, hits };
};
