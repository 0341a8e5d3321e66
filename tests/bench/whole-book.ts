/** `node tests/bench/whole-book.ts <folder>`: finding, renaming and replacing in a novel repeated to a million characters. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestApp } from '#tests/helpers/app.ts';
import { repeatNovel } from './repeat-novel.ts';

/** Watches for how long nothing else ran, ms. */
function watchStretches(): () => number {
  let last = performance.now();
  let longest = 0;
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}

async function measure<T>(name: string, work: () => Promise<T>): Promise<T> {
  const stop = watchStretches();
  const started = performance.now();
  const result = await work();
  const ms = performance.now() - started;
  process.stdout.write(`${name}: ${ms.toFixed(0)} ms, longest stretch ${stop().toFixed(0)} ms\n`);
  return result;
}

const source = process.argv[2];
if (source === undefined) throw new Error('Name the folder of a novel in Markdown.');
const test = await createTestApp();
const path = join(test.folder, 'book');
mkdirSync(path);
for (const [name, text] of Object.entries(repeatNovel(source))) {
  writeFileSync(join(path, name), text);
}
const { projectId } = await test.call('projects:open', { path, language: 'zh-CN' });
const { entityId } = await test.call('knowledge:entities:create', {
  projectId,
  kind: 'character',
  name: '宝玉',
  summary: '',
  aliases: ['宝二爷'],
});
const searches = {
  'nothing there': { query: '无此人名' },
  宝玉: { query: '宝玉' },
  'whole word 道': { query: '道', wholeWord: true },
  'expression 宝.道': { query: '宝.道', regex: true },
};
for (const round of [1, 2]) {
  for (const [name, question] of Object.entries(searches)) {
    const search = () => test.call('manuscript:search', { projectId, limit: 20_000, ...question });
    const { total } = await measure(`search ${name}, round ${round}`, search);
    process.stdout.write(`  ${total} places\n`);
  }
}
const preview = await measure('rename preview', () =>
  test.call('manuscript:rename:preview', { projectId, entityId, name: '宝石' }),
);
const places = preview.items
  .filter(({ doubt }) => doubt === null)
  .map(({ documentId, start, end, match, to }) => ({
    documentId,
    start,
    end,
    expected: match,
    replacement: to,
  }));
const { undoId } = await measure(`replace ${places.length} places`, () =>
  test.call('manuscript:replace', { projectId, replacement: '', places }),
);
await measure('undo', () => test.call('manuscript:undo', { projectId, undoId }));
await test.close();
