import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Channel, Input, Output } from '#shared/contract/index.ts';
import { type Served, serveFabula } from './serve.ts';

type Failure = { code: string; details: Record<string, unknown> };

/** The whole program on a folder of chapters and an empty data folder, driven from outside over HTTP. */
export type Manuscript = {
  /** Goes with `close`; holds the book and the data folder. */
  base: string;
  root: string;
  data: string;
  projectId: string;
  served: Served;
  call<C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>>;
  /** The error of a call that must fail. */
  fail<C extends Channel>(channel: C, input: Input<C>): Promise<Failure>;
  write(path: string, content: string | Buffer): Promise<void>;
  read(path: string): Promise<string>;
  idOf(path: string): Promise<string>;
  open(): Promise<Output<'projects:open'>>;
  /** Ends the program, by SIGTERM unless told otherwise, and starts it anew on the same folders. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  close(): Promise<void>;
};

const post = async (served: Served, channel: string, input: unknown) => {
  const response = await fetch(`${served.url}/rpc/${encodeURIComponent(channel)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${served.token}` },
    body: JSON.stringify(input),
  });
  return response.json();
};

/** Starts the program on a new book. `prepare` runs before the folder is opened. */
export const startManuscript = async (
  chapters: Readonly<Record<string, string | Buffer>>,
  prepare: (root: string) => Promise<void> = () => Promise.resolve(),
): Promise<Manuscript> => {
  const base = await mkdtemp(join(tmpdir(), 'fabula-manuscript-'));
  const root = join(base, 'book');
  const data = join(base, 'data');
  await mkdir(root);
  const write = async (path: string, content: string | Buffer): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  };
  for (const [path, content] of Object.entries(chapters)) await write(path, content);
  await prepare(root);
  const desk: Manuscript = {
    base,
    root,
    data,
    projectId: '',
    served: await serveFabula(data),
    async call(channel, input) {
      const reply = await post(desk.served, channel, input);
      if (!reply.ok) throw new Error(`${channel}: ${JSON.stringify(reply.error)}`);
      return reply.value;
    },
    async fail(channel, input) {
      const reply = await post(desk.served, channel, input);
      if (reply.ok) throw new Error(`${channel} was expected to fail`);
      return { code: reply.error.code, details: reply.error.details ?? {} };
    },
    write,
    read: (path) => readFile(join(root, path), 'utf8'),
    async idOf(path) {
      const { documents } = await desk.call('documents:list', { projectId: desk.projectId });
      const found = documents.find((document) => document.path === path);
      if (!found) throw new Error(`${path} is in no list`);
      return found.documentId;
    },
    async open() {
      const opened = await desk.call('projects:open', { path: root });
      desk.projectId = opened.projectId;
      return opened;
    },
    async restart(signal) {
      await desk.served.stop(signal);
      desk.served = await serveFabula(data);
      await desk.open();
    },
    stop: (signal) => desk.served.stop(signal),
    async close() {
      await desk.served.stop('SIGKILL');
      await rm(base, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  await desk.open();
  return desk;
};

/** A named pipe that nobody writes into: opening it for reading waits for ever. */
export const makePipe = (path: string): void => {
  execFileSync('mkfifo', [path]);
};

/** Answers `'late'` when a promise has not settled after so many ms. */
export const within = <T>(promise: Promise<T>, limit: number): Promise<T | 'late'> =>
  Promise.race([
    promise,
    new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), limit).unref()),
  ]);
