import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Channel, Input, Output } from '#shared/contract/index.ts';
import { projectNode, root } from '../../scripts/bootstrap/paths.mjs';
import { cliEntry } from './program-files.ts';

const Ready = z.object({
  url: z.string(),
  token: z.string(),
  address: z.string(),
  opening: z.string(),
  project: z.object({ projectId: z.string(), name: z.string() }).optional(),
});

export type Served = z.infer<typeof Ready> & {
  process: ChildProcess;
  /** Everything on standard output so far, the ready line among it. */
  output(): string;
  /** Ends it as a system would, and resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/**
 * The command line as it runs under development, Node on the TypeScript source; with FABULA_TEST_BUILT=1 the program as
 * it is shipped.
 */
export const fabula = (
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  entry = cliEntry,
): ChildProcess =>
  spawn(projectNode(), [path.join(root, entry), ...args], {
    // As a shell does: who names PWD has it run there.
    cwd: environment.PWD ?? root,
    env: { ...process.env, ...environment },
    stdio: 'pipe',
  });

/** Runs a command to its end. */
export const runFabula = async (
  args: readonly string[],
  input = '',
): Promise<{ code: number | null; stdout: string; stderr: string }> => {
  const child = fabula(args);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin?.end(input);
  const [code]: (number | null)[] = await once(child, 'close');
  return { code: code ?? null, stdout, stderr };
};

/** `fabula serve --json` on a data folder, ready. `entry`: the source, unless told otherwise. Stop it yourself. */
export const serveFabula = async (
  data: string,
  more: readonly string[] = [],
  entry?: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<Served> => {
  const args = ['serve', '--data-dir', data, '--no-open', '--json', ...more];
  const child = fabula(args, environment, entry);
  let output = '';
  let complaint = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const { stdout } = child;
  if (!stdout) throw new Error('no standard output');
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`fabula serve ended with ${code}\n${complaint}`);
  });
  const [line]: string[] = await Promise.race([once(createInterface(stdout), 'line'), ended]);
  ended.catch(() => undefined);
  return {
    ...Ready.parse(JSON.parse(line ?? '')),
    process: child,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill(signal);
      const [code]: (number | null)[] = await once(child, 'exit');
      return code ?? null;
    },
  };
};

/** The value of a call that must succeed. */
export const callTo = async <C extends Channel>(
  { url, token }: Pick<Served, 'url' | 'token'>,
  channel: C,
  input: Input<C>,
): Promise<Output<C>> => {
  const response = await fetch(`${url}/rpc/${encodeURIComponent(channel)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(input),
  });
  const reply = await response.json();
  if (!reply.ok) throw new Error(`${channel}: ${JSON.stringify(reply.error)}`);
  return reply.value;
};
