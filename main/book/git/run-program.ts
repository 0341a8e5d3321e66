/** Runs a program without a shell until it ends, its time is over, or nobody wants it any more. */
import { type ChildProcess, spawn } from 'node:child_process';
import { endProcessGroup } from '#main/base/processes/end-process-group.ts';

export type ProgramStart = {
  program: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  /** What it reads. */
  input?: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Takes what it writes piece by piece; otherwise all of it is in the answer. */
  onOutput?: (chunk: Buffer) => void;
  /** Told its number as soon as it runs. */
  onStarted?: (pid: number) => void;
};

export type ProgramEnd = {
  /** Null: ended by a signal. */
  exitCode: number | null;
  stdout: Buffer;
  /** Its last words. */
  stderr: string;
};

/** It did not end in its time. */
export class TimedOut extends Error {}

/** It wrote more than anybody can hold: what there is of it is not all. */
export class TooMuchOutput extends Error {}

/** Between asking a program to end, so that it takes its locks away, and ending it. */
const graceMs = 3_000;
const maxOutputBytes = 64 * 1024 * 1024;
const maxWords = 16_000;

const collect = (start: ProgramStart, child: ChildProcess, giveUp: () => void) => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let words = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    if (start.onOutput) {
      start.onOutput(chunk);
      return;
    }
    bytes += chunk.byteLength;
    if (bytes > maxOutputBytes) giveUp();
    else pieces.push(chunk);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-maxWords);
  });
  const isCut = (): boolean => bytes > maxOutputBytes;
  return () => ({ stdout: Buffer.concat(pieces), stderr: words, isCut: isCut() });
};

/** Throws {@link TimedOut}, {@link TooMuchOutput}, the reason of the signal, and the system's error where it does not start. */
export const runProgram = async (start: ProgramStart): Promise<ProgramEnd> => {
  const { signal, timeoutMs } = start;
  signal?.throwIfAborted();
  const child = spawn(start.program, start.args, {
    cwd: start.cwd,
    env: start.env,
    detached: process.platform !== 'win32',
    stdio: 'pipe',
    windowsHide: true,
  });
  let isLate = false;
  let isEnding = false;
  // With what it started: a helper that asks for a password waits for ever.
  const end = (): void => {
    if (child.pid === undefined || isEnding) return;
    isEnding = true;
    void endProcessGroup(child.pid, graceMs);
  };
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, timeoutMs);
  const output = collect(start, child, end);
  signal?.addEventListener('abort', end, { once: true });
  if (child.pid !== undefined) start.onStarted?.(child.pid);
  // Who ends before it has read all is told of by its exit code.
  child.stdin.on('error', () => undefined);
  child.stdin.end(start.input ?? '');
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (isLate) throw new TimedOut();
    signal?.throwIfAborted();
    const said = output();
    if (said.isCut) throw new TooMuchOutput();
    return { exitCode, stdout: said.stdout, stderr: said.stderr };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
};
