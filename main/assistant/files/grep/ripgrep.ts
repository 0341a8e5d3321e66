/** Searches with the ripgrep program. */
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ByteSource } from '../content/byte-source.ts';
import { systemCode } from '#main/base/failures/system-code.ts';
import type { Hit, Hits } from './hits.ts';

/**
 * Positions only: every line is "too long" to print, so a hit costs a few bytes of output whatever the line is.
 * No configuration, no guessing of encodings, no giving up at a NUL.
 */
const options = [
  '--no-config',
  '--no-filename',
  '--no-heading',
  '--color=never',
  '--text',
  '--encoding=none',
  '--line-number',
  '--column',
  '--byte-offset',
  '--max-columns=1',
];

const lineFeed = 10;
/** Line, column and offset; the column is missing when the match is empty and at the very end. */
const hitShape = /^(\d+):(\d+):(?:(\d+):)?/;
/** More than any such line; a longer one would not be ripgrep's. */
const maxOutputLineBytes = 4096;

const readHit = (text: string): Hit => {
  const [, line, second, third] = hitShape.exec(text) ?? [];
  if (line === undefined || second === undefined) throw new Error('ripgrep answered nonsense.');
  return third === undefined
    ? { line: Number(line), offset: Number(second), column: Number.POSITIVE_INFINITY }
    : { line: Number(line), offset: Number(third), column: Number(second) - 1 };
};

const readHits = async (output: Readable, wanted: number): Promise<Hits> => {
  const hits: Hit[] = [];
  let total = 0;
  let pending = '';
  for await (const chunk of output) {
    if (!Buffer.isBuffer(chunk)) throw new Error('ripgrep answered nonsense.');
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      total += 1;
      if (hits.length < wanted) {
        hits.push(readHit(pending + chunk.toString('latin1', start, end)));
        pending = '';
      }
      start = end + 1;
    }
    if (hits.length < wanted) pending += chunk.toString('latin1', start, chunk.length);
    if (pending.length > maxOutputLineBytes) throw new Error('ripgrep answered nonsense.');
  }
  return { total, hits };
};

/**
 * Searches with the ripgrep program, which is handed the open file, never a path. Linux can map it into memory even
 * so, which is a third faster. Null when there is no such program here or it failed: the caller then searches
 * itself. Aborting `signal` ends the program and throws the signal's reason.
 */
export const searchWithRipgrep = async (
  program: string,
  source: ByteSource,
  { pattern, wanted }: { pattern: string; wanted: number },
  signal: AbortSignal,
): Promise<Hits | null> => {
  signal.throwIfAborted();
  const mapped = source.descriptor !== null && process.platform === 'linux';
  const where = mapped ? ['--mmap', '/dev/stdin'] : ['-'];
  const child = spawn(program, [...options, `--regexp=${pattern}`, ...where], {
    stdio: [source.descriptor ?? 'pipe', 'pipe', 'ignore'],
    signal,
    windowsHide: true,
    env: {},
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // Awaited below; until then a failed start must not count as unhandled.
  ended.catch(() => undefined);
  try {
    const { stdin, stdout } = child;
    if (stdout === null) return null;
    const fed = stdin ? feed(source, stdin) : Promise.resolve();
    const [hits] = await Promise.all([readHits(stdout, wanted), fed]);
    const status = await ended;
    return status === 0 || status === 1 ? hits : null;
  } catch (error) {
    signal.throwIfAborted();
    if (systemCode(error) === '') throw error;
    return null;
  } finally {
    child.kill();
  }
};

const feed = async (source: ByteSource, input: NodeJS.WritableStream): Promise<void> => {
  try {
    await pipeline(source.chunks(), input);
  } catch (error) {
    // The program ended first; its status tells why.
    if (!['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'].includes(systemCode(error)))
      throw error;
  }
};

/** Path of the program that came with the package, or null where there is none for this system. */
export const findRipgrep = async (): Promise<string | null> => {
  try {
    return (await import('@vscode/ripgrep')).rgPath;
  } catch (error) {
    // The package throws when its binary for this system was not installed.
    if (error instanceof Error) return null;
    throw error;
  }
};
