/**
 * Another process that adds words to the first chapter and is killed: `<folder> <book> <when> <added>`. When: `uncounted`, in the
 * moment in which the file has them and the log of days has not; `counted`, as soon as it has.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '#main/app.ts';
import type { Channel, Input, Output } from '#shared/contract/index.ts';
import { platformAt } from './app.ts';

const [folder = '', book = '', when = '', added = ''] = process.argv.slice(2);

const die = (): void => {
  process.kill(process.pid, 'SIGKILL');
};
const isWritten = (): boolean =>
  readdirSync(book, { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.md'))
    .some((name) => readFileSync(join(book, name), 'utf8').includes(added));
/** The clock is asked between the two. */
const now = (): number => {
  if (when === 'uncounted' && isWritten()) die();
  return Date.now();
};

const app = await createApp({ ...platformAt(folder), clock: { now } }, {});
const call = async <C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>> => {
  const reply = await app.dispatch(channel, input, { signal: new AbortController().signal });
  if (!reply.ok) throw new Error(`${channel}: ${reply.error.code}`);
  return reply.value as Output<C>;
};
const { projectId, documents } = await call('projects:open', { path: book });
const documentId = documents[0]?.documentId ?? '';
const { text, version, origins } = await call('documents:read', { projectId, documentId });
app.events.on((name, _payload) => {
  if (when === 'counted' && name === 'goals:changed') die();
});
await call('documents:save', {
  projectId,
  documentId,
  text: `${text}\n\n${added}\n`,
  expectedVersion: version,
  words: { typed: 5, removed: 0, pasted: 2 },
  origins: [...origins, [added.length + 3, 'pasted']],
});
