/** `node tests/bench/whole-book.ts <folder>`: finding, renaming and replacing in a novel repeated to a million characters. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestApp } from '#tests/helpers/app.ts';

const minCharacters = 1_000_000;

/** Writes the novel's chapters again and again until there are enough characters; returns how many chapters. */
function repeatNovel(source: string, book: string): number {
  const texts = readdirSync(source)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => readFileSync(join(source, file), 'utf8'));
  mkdirSync(book);
  let characters = 0;
  let chapters = 0;
  while (characters < minCharacters) {
    const text = texts[chapters % texts.length] ?? '';
    characters += text.length;
    chapters += 1;
    writeFileSync(join(book, `${String(chapters).padStart(4, '0')}.md`), text);
  }
  process.stdout.write(`${characters} characters, ${chapters} chapters\n`);
  return chapters;
}

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
repeatNovel(source, path);
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
