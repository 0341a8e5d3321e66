/** Starts a program and ends it with everything it started. */
import { endProcessGroup } from '#main/base/processes/end-process-group.ts';
import { systemCode } from '#main/base/failures/system-code.ts';
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createControlFilter } from '#main/base/text/visible-controls.ts';

export type OutputStream = 'stdout' | 'stderr';

export type ProcessStart = {
  program: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  /**
   * Called in order for each stream; the process waits while the promise is pending. Whole characters only, and none
   * that acts without being seen.
   */
  onOutput(text: string, stream: OutputStream): Promise<void>;
};

/** `exitCode` null: ended by a signal. `failure`: the system's code; it never started, or its output was lost. */
export type ProcessEnd = { exitCode: number | null; signal: string | null; failure: string | null };

export type RunningProcess = {
  /** Fulfilled once the process and its whole group are gone and what they wrote was handed over. Never rejects. */
  ended: Promise<ProcessEnd>;
  /** Asks the whole group to end, and makes it end when it does not. */
  end(): void;
};

/** Between asking and making it end, ms. */
const graceMs = 1_000;
/** A process that left its group may hold the pipes open, ms. */
const drain = 1_000;

const readText = async (
  stream: Readable,
  name: OutputStream,
  onOutput: ProcessStart['onOutput'],
): Promise<void> => {
  const decoder = new TextDecoder();
  const controls = createControlFilter();
  try {
    for await (const chunk of stream) {
      const text = controls.push(decoder.decode(chunk, { stream: true }));
      if (text !== '') await onOutput(text, name);
    }
  } catch (error) {
    // Closed from here, because whoever holds its other end is not ours to wait for.
    if (systemCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
  const rest = controls.push(decoder.decode()) + controls.end();
  if (rest !== '') await onOutput(rest, name);
};

/**
 * Starts a program as the head of a process group of its own, with nothing to read, and stays with the group until
 * all of it is gone: what it leaves running in the background ends with it.
 */
export const startProcess = (start: ProcessStart): RunningProcess => {
  const child = spawn(start.program, start.args, {
    cwd: start.cwd,
    env: start.env,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let ending: Promise<void> | null = null;
  const end = (): Promise<void> => {
    ending ??= child.pid === undefined ? Promise.resolve() : endProcessGroup(child.pid, graceMs);
    return ending;
  };
  const exited = new Promise<ProcessEnd>((resolve) => {
    child.once('error', (error) => {
      if (child.pid === undefined) {
        resolve({ exitCode: null, signal: null, failure: systemCode(error) || error.name });
      }
    });
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal, failure: null }));
  });
  let readFailure: string | null = null;
  const reading = Promise.all([
    readText(child.stdout, 'stdout', start.onOutput),
    readText(child.stderr, 'stderr', start.onOutput),
  ]).catch((error: unknown) => {
    // Nobody takes the output any more (a full disk): the command has no purpose left.
    readFailure = systemCode(error) || 'OUTPUT_LOST';
    void end();
  });
  const finish = async (): Promise<ProcessEnd> => {
    const outcome = await exited;
    await end();
    await Promise.race([reading, wait(drain)]);
    child.stdout.destroy();
    child.stderr.destroy();
    await reading;
    return { ...outcome, failure: outcome.failure ?? readFailure };
  };
  return { ended: finish(), end: () => void end() };
};
