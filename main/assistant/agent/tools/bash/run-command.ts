/** Runs a line of shell to its end. */
import type { ToolContext } from '../../tool.ts';
import { createBothEnds } from '../processes/both-ends.ts';
import { safeEnvironment } from '../processes/environment.ts';
import { createLineFilter } from '../processes/line-filter.ts';
import { type OutputStream, type ProcessEnd, startProcess } from '../processes/process-group.ts';
import { shellInvocation } from '../processes/shell.ts';
import type { Spool } from '../processes/spool.ts';

/** Of each stream, at either end, for history; UTF-16 code units. */
const endsLength = 4_000;

export type CommandOutcome = {
  end: ProcessEnd;
  ended: 'itself' | 'timeout' | 'cancelled' | 'full';
  /** Beginning and end of each stream. */
  stdout: string;
  stderr: string;
  /** Bytes that could be taken. */
  limit: number;
};

/** Runs a line of shell to its end, its timeout, or the end of the turn; everything it writes goes to the spool. */
export const runCommand = async (request: {
  command: string;
  /** Ms. */
  timeout: number;
  /** Working folder. */
  folder: string;
  environment: Readonly<Record<string, string | undefined>>;
  spool: Spool;
  view: ToolContext['view'];
  signal: AbortSignal;
}): Promise<CommandOutcome> => {
  const { spool, view, signal } = request;
  const streams = {
    stdout: { filter: createLineFilter(view), ends: createBothEnds(endsLength) },
    stderr: { filter: createLineFilter(view), ends: createBothEnds(endsLength) },
  };
  let ended: CommandOutcome['ended'] = 'itself';
  const take = async (text: string, name: OutputStream): Promise<boolean> => {
    if (text === '') return true;
    streams[name].ends.push(text);
    return spool.write(text);
  };
  const running = startProcess({
    ...shellInvocation(request.command),
    cwd: request.folder,
    env: safeEnvironment(request.environment),
    async onOutput(text, name) {
      if (ended === 'full') return;
      if (!(await take(streams[name].filter.push(text), name))) stop('full');
    },
  });
  const stop = (why: CommandOutcome['ended']): void => {
    if (ended === 'itself') ended = why;
    running.end();
  };
  const cancel = (): void => stop('cancelled');
  const timer = setTimeout(() => stop('timeout'), request.timeout);
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const end = await running.ended;
  clearTimeout(timer);
  signal.removeEventListener('abort', cancel);
  for (const name of ['stdout', 'stderr'] as const) {
    await take(streams[name].filter.end(), name);
  }
  const { stdout, stderr } = streams;
  return { end, ended, stdout: stdout.ends.text(), stderr: stderr.ends.text(), limit: spool.limit };
};
