/**
 * `npm run build && node tests/bench/served.ts <folder of Markdown>`: the built program, started as a writer starts it on
 * an empty data folder, asked over HTTP. Prints what one request and 500 at once take there, and how much memory it holds
 * after each step.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Channel, Input, Output } from '#shared/contract/index.ts';
import type { Reply } from '#shared/errors.ts';
import { milliseconds, percentile } from './figures.ts';

const [source, bursts = '3'] = process.argv.slice(2);
if (source === undefined) throw new Error('which folder of Markdown?');

/** As `npm start` gives it to Node. */
const flags = ['--max-semi-space-size=8'];
const program = fileURLToPath(new URL('../../dist/cli/fabula.js', import.meta.url));
const preparing = 8000;
const settling = 6000;

const folder = mkdtempSync(join(tmpdir(), 'fabula-served-'));
const book = join(folder, 'book');
cpSync(resolve(source), book, { recursive: true });
const serving = ['serve', '--no-open', '--json', '--port', '0', '--data-dir', join(folder, 'data')];
const server = spawn(process.execPath, [...flags, program, ...serving], {
  stdio: ['ignore', 'pipe', 'inherit'],
});

const firstLine = async (): Promise<{ url: string; token: string }> => {
  for await (const line of createInterface(server.stdout)) return JSON.parse(line);
  throw new Error('the program ended before it was ready');
};
const { url, token } = await firstLine();

const call = async <C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>> => {
  const response = await fetch(`${url}/rpc/${channel}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  const reply = (await response.json()) as Reply<Output<C>>;
  if (!reply.ok) throw new Error(`${channel}: ${reply.error.code}`);
  return reply.value;
};

const pause = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time));

/** Resident memory of the program, in MB. */
const resident = (): string => {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return `${Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)} MB`;
};
const tell = (what: string, figures = ''): void => {
  process.stdout.write(`| ${what} | ${figures} | ${resident()} |\n`);
};
const spreadOf = (times: readonly number[]): string =>
  `p50 ${milliseconds(percentile(times, 0.5))} · p95 ${milliseconds(percentile(times, 0.95))}`;

try {
  process.stdout.write(`${basename(source)}\n\n| step | time | resident |\n| --- | --- | --- |\n`);
  tell('started');
  const { projectId, documents } = await call('projects:open', { path: book });
  await call('retrieval:index', { projectId, wait: true });
  tell('opened and indexed');
  await pause(preparing);
  tell(`${preparing / 1000} s later`);
  const lengths: number[] = [];
  for (const { documentId } of documents) {
    lengths.push((await call('documents:read', { projectId, documentId })).text.length);
  }
  let asked = 0;
  const ask = async (submitted: number): Promise<number> => {
    const chapter = asked % documents.length;
    // Steps by the golden section: no cursor comes twice.
    const share = 0.2 + 0.8 * ((asked * 0.618_033_988_749_895) % 1);
    asked += 1;
    const cursorPosition = Math.floor((lengths[chapter] ?? 0) * share);
    const documentId = documents[chapter]?.documentId ?? '';
    await call('context:assemble', { projectId, documentId, cursorPosition, skillId: 'continue' });
    return performance.now() - submitted;
  };
  const single: number[] = [];
  for (let number = 0; number < 200; number += 1) single.push(await ask(performance.now()));
  tell('one request at a time (n = 200)', spreadOf(single));
  for (let burst = 1; burst <= Number(bursts); burst += 1) {
    const submitted = performance.now();
    const times = await Promise.all(Array.from({ length: 500 }, () => ask(submitted)));
    tell(`500 at once, burst ${burst}`, spreadOf(times));
    await pause(settling);
  }
} finally {
  server.kill('SIGTERM');
  await new Promise((done) => server.once('exit', done));
  rmSync(folder, { recursive: true, force: true });
}
