/**
 * `node tests/bench/longer-names.ts <folder of Markdown> [words]`: searching words that begin with a surname, which asks the whole
 * book for longer names that they begin; with a codex of 300 names of the book's own (W2).
 */
import { cpSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { createTestApp } from '#tests/helpers/app.ts';
import { findBookNames } from './book-names.ts';

const [source, asked = '宝玉,林黛,王夫'] = process.argv.slice(2);
if (source === undefined) throw new Error('Name the folder of a novel in Markdown.');
const [entryCount, rounds] = [300, 5];

const test = await createTestApp();
const path = join(test.folder, 'book');
cpSync(resolve(source), path, { recursive: true });
const { projectId, documents } = await test.call('projects:open', { path, language: 'zh-CN' });
const { items } = await test.call('knowledge:newNames:list', { projectId });
const texts = documents.map((one) => readFileSync(join(path, one.path), 'utf8'));
const inBook = findBookNames(texts.join('\n'), entryCount);
const names = new Set([...items, ...inBook].map(({ name }) => name));
for (const name of [...names].slice(0, entryCount)) {
  const entry = { kind: 'character', name, summary: '' } as const;
  await test.call('knowledge:entities:create', { projectId, ...entry });
}
process.stdout.write(`${Math.min(names.size, entryCount)} entries\n`);

/** One search: its processor time, and for how long nothing else ran, ms. */
const search = async (query: string) => {
  let [last, longest] = [performance.now(), 0];
  const look = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(look, 1);
  const started = process.cpuUsage();
  const found = await test.call('manuscript:search', { projectId, query });
  const { user, system } = process.cpuUsage(started);
  const taken = (user + system) / 1000;
  clearInterval(timer);
  look();
  const apart = found.items.filter(({ inside }) => inside?.entityId === null).length;
  return { total: found.total, apart, taken, longest };
};

const report = async (what: string, query: string) => {
  const { total, apart, taken, longest } = await search(query);
  process.stdout.write(
    `${what} ${query}\t${total} places, ${apart} told\t${taken.toFixed(0)} ms, longest stretch ${longest.toFixed(0)} ms\tload ${(loadavg()[0] ?? 0).toFixed(0)}\n`,
  );
};
for (const query of asked.split(',')) {
  for (let round = 1; round <= rounds; round += 1) await report(`round ${round}`, query);
}
const { documentId } = documents[0] ?? { documentId: '' };
const { text, version } = await test.call('documents:read', { projectId, documentId });
await test.call('documents:save', {
  ...{ projectId, documentId, text: `${text}\n雪。\n`, expectedVersion: version },
});
for (const query of asked.split(',')) await report('one chapter changed', query);
await test.close();
