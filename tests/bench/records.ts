/** How long a book with many records takes to open, and a book of many chapters to close. `node tests/bench/records.ts` */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

const rounds = 7;

type Figures = { ms: number; processorMs: number };

const measure = async (work: () => Promise<unknown>): Promise<Figures> => {
  const [start, processor] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(processor);
  return { ms: performance.now() - start, processorMs: (user + system) / 1000 };
};

const print = (what: string, figures: readonly Figures[]): void => {
  const middle = (values: readonly number[]): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const [ms, processorMs] = [
    middle(figures.map((one) => one.ms)),
    middle(figures.map((one) => one.processorMs)),
  ];
  process.stdout.write(`${what}: ${ms.toFixed(0)} ms, processor ${processorMs.toFixed(0)} ms\n`);
};

const makeBook = (folder: string, chapters: number): string => {
  mkdirSync(folder);
  for (let index = 1; index <= chapters; index += 1) {
    const paragraph = `第${index}天，船靠了岸，没有人下来。灯照着空空的石阶。`;
    const text = `# ${index}\n\n${Array.from({ length: 60 }, () => paragraph).join('\n\n')}\n`;
    writeFileSync(join(folder, `${String(index).padStart(4, '0')}.md`), text);
  }
  return folder;
};

const closeMany = async (test: TestApp, root: string, chapters: number): Promise<void> => {
  const path = makeBook(join(root, 'many'), chapters);
  const { projectId } = await test.call('projects:open', { path });
  const first = await measure(() => test.call('projects:close', { projectId }));
  print(`the first closing of ${chapters} chapters, whose records are all to be written`, [first]);
  const later: Figures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await test.call('projects:open', { path });
    later.push(await measure(() => test.call('projects:close', { projectId })));
  }
  print(`a later closing of ${chapters} chapters`, later);
};

const openWithRecords = async (test: TestApp, root: string, records: number): Promise<void> => {
  const path = makeBook(join(root, 'records'), 120);
  const { projectId } = await test.call('projects:open', { path });
  for (let index = 0; index < records; index += 1) {
    const summary = `第${index}个人，住在河边。\n\n说话很慢，常常记错日子。`;
    const name = `人物${index}`;
    await test.call('knowledge:entities:create', { projectId, kind: 'character', name, summary });
  }
  await test.call('projects:close', { projectId });
  const opened: Figures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    opened.push(await measure(() => test.call('projects:open', { path })));
    await test.call('projects:close', { projectId });
  }
  print(`opening 120 chapters and ${records} records`, opened);
};

const root = mkdtempSync(join(tmpdir(), 'fabula-records-'));
const test = await createTestApp();
try {
  await closeMany(test, root, 800);
  await openWithRecords(test, root, 1000);
  await openWithRecords(test, mkdtempSync(join(root, 'none-')), 0);
} finally {
  await test.close();
  rmSync(root, { recursive: true, force: true });
}
