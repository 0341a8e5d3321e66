import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type Channel, contract, type Input, type Output } from '#shared/contract/index.ts';
import { projectNode, root } from '../bootstrap/paths.mjs';
import { relayComplaints } from './relay.ts';

/** The line of `fabula serve --json`; `opening` is what the browser is started with, good once. */
const Ready = z.object({
  url: z.string(),
  token: z.string(),
  address: z.string(),
  opening: z.string(),
});
const Reply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
]);

/**
 * Calls a channel of a running Fabula.
 * Throws Error with code and message when it refuses, DOMException when `signal` aborts.
 */
export type Call = <C extends Channel>(
  channel: C,
  input: Input<C>,
  signal?: AbortSignal,
) => Promise<Output<C>>;

export interface RunningServer {
  /** Address of the page, with what the browser needs to be let in. */
  readonly page: string;
  /** The same for a browser that is started with it: good once, within two minutes. */
  readonly opening: string;
  readonly call: Call;
  /** Settles with the exit code when the server ends by itself or is stopped. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

/** Node would keep up to 120 MB for objects that live a moment; the desk is as quick with 24. */
const lessMemory = ['--max-semi-space-size=8'];

/**
 * Starts the web host and waits until it is ready.
 * @param entry program to run: the built CLI, or its TypeScript source with flags for Node before it
 * @throws Error when it ends before it is ready
 */
export async function startServer(
  entry: readonly string[],
  { port, environment }: { port: number; environment: NodeJS.ProcessEnv },
): Promise<RunningServer> {
  const args = [...lessMemory, ...entry, 'serve', '--port', String(port), '--no-open', '--json'];
  const child = spawn(projectNode(), args, {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  relayComplaints(child.stderr, process.stderr);
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
  process.once('exit', () => child.kill('SIGTERM'));
  const line = await Promise.race([
    firstLine(child),
    ended.then((code) => Promise.reject(new Error(`The server ended with ${code}`))),
  ]);
  const { url, token, address, opening } = Ready.parse(JSON.parse(line));
  return {
    page: address,
    opening,
    call: caller(url, token),
    ended,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The built CLI. */
export const builtEntry = [path.join(root, 'dist/cli/fabula.js')];

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    if (child.stdout) createInterface(child.stdout).once('line', resolve);
  });
}

function caller(url: string, token: string): Call {
  return async (channel, input, signal) => {
    const response = await fetch(new URL(`/rpc/${encodeURIComponent(channel)}`, url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
      ...(signal ? { signal } : {}),
    });
    const reply = Reply.parse(await response.json());
    if (!reply.ok) throw new Error(`${reply.error.code}: ${reply.error.message}`);
    return contract[channel].output.parse(reply.value) as Output<typeof channel>;
  };
}
