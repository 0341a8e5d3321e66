/** Writes the log of a host. */
import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { sayError } from '#main/base/failures/error-report.ts';
import type { Clock, Logger, LogLevel } from '#main/platform.ts';

/** The log of one host: JSON lines, `<file>` and at most two older ones, `<file>.1` and `<file>.2`. */
export type LogFile = {
  file: string;
  /** Bytes after which a new file is begun. */
  limit: number;
  clock: Clock;
  /** Levels that are also said on the terminal. */
  spoken: readonly LogLevel[];
  /** Writes one line to the terminal's error stream. */
  say(line: string): void;
};

/** Levels whose lines wait until the turn ends: a request is not kept waiting for the disk to hear of it. */
const waiting: ReadonlySet<LogLevel> = new Set(['info', 'debug']);

/** Lines that are written together, in their order; each batch fits into a new file. */
const batchesOf = (lines: readonly string[], limit: number): string[] => {
  const batches: string[] = [];
  let batch = '';
  for (const line of lines) {
    if (batch !== '' && Buffer.byteLength(batch) + Buffer.byteLength(line) > limit) {
      batches.push(batch);
      batch = '';
    }
    batch += line;
  }
  return batch === '' ? batches : [...batches, batch];
};

/**
 * What only informs is written when the turn ends, or the process, and at once with whatever is graver: many requests at
 * once are one write. Whole lines are appended, so that a second process on the same folder may write and rotate too.
 * A log that cannot be written is said once and never stops the program.
 */
export const createFileLogger = (options: LogFile): Logger => {
  const { file, limit, clock } = options;
  let failed = false;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  } catch (error) {
    // What cannot be made cannot be written either, and is said then.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
  let lines: string[] = [];

  const write = (): void => {
    process.off('exit', write);
    const batches = batchesOf(lines, limit);
    lines = [];
    try {
      for (const batch of batches) {
        rotate(file, limit, Buffer.byteLength(batch));
        appendFileSync(file, batch, { mode: 0o600 });
      }
    } catch (error) {
      if (failed) return;
      failed = true;
      options.say(`The log cannot be written: ${sayError(error)}`);
    }
  };

  return {
    log(level, message, fields) {
      const time = new Date(clock.now()).toISOString();
      const line = JSON.stringify({ time, level, message, ...fields });
      if (options.spoken.includes(level)) options.say(line);
      lines.push(`${line}\n`);
      if (!waiting.has(level)) return write();
      if (lines.length > 1) return;
      setImmediate(write);
      process.once('exit', write);
    },
  };
};

const rotate = (file: string, limit: number, coming: number): void => {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0 || size + coming <= limit) return;
  if (existsSync(`${file}.1`)) renameSync(`${file}.1`, `${file}.2`);
  renameSync(file, `${file}.1`);
};
