/**
 * `node tests/bench/reports.ts <folder of Markdown> [rounds]`: how long all reports on a novel take, from the call to the answer, through
 * the contract: of a book nobody read before, again unchanged, and with one chapter changed. Goal: 1,000,000 characters below
 * 3 s (W7). Beside the time stands the processor's, which a busy machine does not lengthen.
 */
import { cpSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { createTestApp } from '#tests/helpers/app.ts';

const [source = '', rounds = '3'] = process.argv.slice(2);

const print = (line: string): void => void process.stdout.write(`${line}\n`);

for (let round = 0; round < Number(rounds); round += 1) {
  const test = await createTestApp();
  const book = join(test.folder, 'book');
  cpSync(resolve(source), book, { recursive: true });
  const opened = await test.call('projects:open', { path: book, language: 'zh-CN' });
  const { projectId, documents } = opened;
  const measure = async (what: string): Promise<void> => {
    const before = process.cpuUsage();
    const started = performance.now();
    const report = await test.call('reports:make', { projectId });
    const seconds = (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage(before);
    const lines = report.sections.map(({ kind, total }) => `${kind} ${total}`).join(', ');
    print(
      `${what}\t${seconds.toFixed(2)} s\tprocessor ${((user + system) / 1e6).toFixed(2)} s\tload ${(loadavg()[0] ?? 0).toFixed(0)}\tread ${report.chaptersRead} of ${report.chapters}`,
    );
    if (round === 0) print(`  ${lines}`);
  };
  await measure('first');
  await measure('unchanged');
  const [{ documentId } = { documentId: '' }] = documents;
  const { text, version } = await test.call('documents:read', { projectId, documentId });
  const save = { projectId, documentId, text: `${text}\n雪。\n`, expectedVersion: version };
  await test.call('documents:save', save);
  await measure('one changed');
  await test.close();
  rmSync(test.folder, { recursive: true, force: true });
}
