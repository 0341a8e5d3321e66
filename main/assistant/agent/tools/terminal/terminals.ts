/** Programs that run beside a conversation. */
import { nanoid } from 'nanoid';
import { safeEnvironment } from '../processes/environment.ts';
import { type ProcessEnd, type RunningProcess, startProcess } from '../processes/process-group.ts';
import type { Invocation } from '../processes/shell.ts';
import { createKeptEnd, type KeptEnd } from './kept-end.ts';

/** A conversation may have so many at once. */
export const maxTerminals = 16;

export type Terminal = {
  readonly terminalId: string;
  readonly conversationId: string;
  readonly command: string;
  /** As it came from the process, nothing redacted yet. */
  readonly output: Pick<KeptEnd, 'text' | 'bytes' | 'dropped'>;
  readonly limit: number;
  /** Null while it runs. */
  end(): ProcessEnd | null;
  /** Fulfilled when it has ended, or after that many ms, or when the signal says so. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<ProcessEnd | null>;
  /** Ends the whole group and waits for it. */
  kill(): Promise<ProcessEnd>;
};

export type TerminalStart = {
  conversationId: string;
  command: string;
  invocation: Invocation;
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** Bytes of output kept. */
  limit: number;
  /** Ends it while it runs. */
  signal: AbortSignal;
};

/** Programs that run beside a conversation. None outlives it or this process's orderly end. */
export type Terminals = {
  /** Null when the conversation has {@link maxTerminals} already. */
  create(start: TerminalStart): Terminal | null;
  /** Null for an id of another conversation too. */
  find(conversationId: string, terminalId: string): Terminal | null;
  release(terminal: Terminal): Promise<void>;
  endConversation(conversationId: string): Promise<void>;
  close(): Promise<void>;
};

const openTerminal = (
  start: TerminalStart,
  environment: Readonly<Record<string, string | undefined>>,
): Terminal => {
  const output = createKeptEnd(start.limit);
  let ended: ProcessEnd | null = null;
  const running: RunningProcess = startProcess({
    ...start.invocation,
    cwd: start.cwd,
    env: safeEnvironment(environment, start.env),
    onOutput: async (text) => output.push(text),
  });
  const stop = (): void => running.end();
  start.signal.addEventListener('abort', stop, { once: true });
  if (start.signal.aborted) stop();
  const whole = running.ended.then((end) => {
    ended = end;
    start.signal.removeEventListener('abort', stop);
    return end;
  });
  return {
    terminalId: `term_${nanoid(8)}`,
    conversationId: start.conversationId,
    command: start.command,
    output,
    limit: start.limit,
    end: () => ended,
    async wait(timeoutMs, signal) {
      if (ended || signal.aborted) return ended;
      let wake: () => void = () => undefined;
      const enough = new Promise<null>((resolve) => {
        wake = () => resolve(null);
      });
      const timer = setTimeout(wake, timeoutMs);
      signal.addEventListener('abort', wake, { once: true });
      const result = await Promise.race([whole, enough]);
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      return result;
    },
    kill() {
      running.end();
      return whole;
    },
  };
};

export const createTerminals = (
  environment: Readonly<Record<string, string | undefined>>,
): Terminals => {
  const open = new Map<string, Terminal>();
  const release = async (terminal: Terminal): Promise<void> => {
    open.delete(terminal.terminalId);
    await terminal.kill();
  };
  const releaseAll = async (terminals: readonly Terminal[]): Promise<void> => {
    await Promise.all(terminals.map(release));
  };
  const of = (conversationId: string): Terminal[] =>
    [...open.values()].filter((terminal) => terminal.conversationId === conversationId);
  return {
    create(start) {
      if (of(start.conversationId).length >= maxTerminals) return null;
      const terminal = openTerminal(start, environment);
      open.set(terminal.terminalId, terminal);
      return terminal;
    },
    find(conversationId, terminalId) {
      const terminal = open.get(terminalId);
      return terminal?.conversationId === conversationId ? terminal : null;
    },
    release,
    endConversation: (conversationId) => releaseAll(of(conversationId)),
    close: () => releaseAll([...open.values()]),
  };
};
