/**
 * `node tests/bench/new-names.ts <folder of Markdown> <language> [how many]`: which names are offered of a novel with an empty codex, most
 * frequent first, for somebody to say how many are names; and how long it takes through the contract: first, again unchanged,
 * and with one chapter changed (W6).
 */
import { cpSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { createTestApp } from '#tests/helpers/app.ts';

const [source = '', language = 'zh-CN', wanted = '30'] = process.argv.slice(2);

const test = await createTestApp();
const book = join(test.folder, 'book');
cpSync(resolve(source), book, { recursive: true });
const { projectId, documents } = await test.call('projects:open', {
  path: book,
  language: language === 'en' ? 'en' : 'zh-CN',
});

const measure = async (what: string) => {
  const started = performance.now();
  const found = await test.call('knowledge:newNames:list', { projectId });
  const taken = (performance.now() - started).toFixed(0);
  process.stdout.write(`${what}\t${taken} ms\tload ${(loadavg()[0] ?? 0).toFixed(0)}\n`);
  return found;
};
const { items, total } = await measure('first');
await measure('unchanged');
const { documentId } = documents[0] ?? { documentId: '' };
const { text, version } = await test.call('documents:read', { projectId, documentId });
await test.call('documents:save', {
  ...{ projectId, documentId, text: `${text}\n雪。\n`, expectedVersion: version },
});
await measure('one changed');
process.stdout.write(`${total} names\n`);
for (const { name, kind, count, chapters } of items.slice(0, Number(wanted))) {
  process.stdout.write(`${name}\t${kind}\t${count}\t${chapters.length}\n`);
}
await test.close();
rmSync(test.folder, { recursive: true, force: true });
