/**
 * `node tests/bench/mentions.ts <folder of Markdown> [entries]`: how long it takes to tell where the entries of a codex are named in a
 * novel, through the contract: first, again unchanged, and with one chapter changed. Goal: an entry's screen below 300 ms with
 * 1,000 entries and 120 chapters (W6).
 */
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { createTestApp } from '#tests/helpers/app.ts';

const [source = '', wanted = '1000'] = process.argv.slice(2);

/** Stretches of two or three Han characters that stand in the novel, the same in every run. */
const namesOf = (folder: string, count: number): string[] => {
  const text = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
  const names = new Set<string>();
  for (let step = 0; names.size < count; step += 1) {
    const at = (step * 102_947) % text.length;
    const name = text.slice(at, at + 2 + (step % 2));
    if (/^\p{Script=Han}{2,3}$/u.test(name)) names.add(name);
  }
  return [...names];
};

const test = await createTestApp();
const book = join(test.folder, 'book');
cpSync(resolve(source), book, { recursive: true });
const { projectId, documents } = await test.call('projects:open', {
  path: book,
  language: 'zh-CN',
});
for (const name of namesOf(book, Number(wanted))) {
  await test.call('knowledge:entities:create', { projectId, kind: 'concept', name, summary: '' });
}

const measure = async (what: string): Promise<void> => {
  const started = performance.now();
  const { items } = await test.call('knowledge:mentions:list', { projectId });
  const listed = performance.now();
  const entityId = items.toSorted((one, other) => other.count - one.count)[0]?.entityId ?? '';
  await test.call('knowledge:mentions:read', { projectId, entityId });
  const read = performance.now();
  const total = items.reduce((sum, { count }) => sum + count, 0);
  process.stdout.write(
    `${what}\tlist ${(listed - started).toFixed(0)} ms\tread ${(read - listed).toFixed(0)} ms\t${total} mentions\tload ${(loadavg()[0] ?? 0).toFixed(0)}\n`,
  );
};
await measure('first');
await measure('unchanged');
const { documentId } = documents[0] ?? { documentId: '' };
const { text, version } = await test.call('documents:read', { projectId, documentId });
await test.call('documents:save', {
  ...{ projectId, documentId, text: `${text}\n雪。\n`, expectedVersion: version },
});
await measure('one changed');
await test.close();
rmSync(test.folder, { recursive: true, force: true });
