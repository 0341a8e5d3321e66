import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type Manuscript, startManuscript } from '#tests/helpers/manuscript.ts';
import { until } from '#tests/helpers/machine-world.ts';

let desk: Manuscript;
afterEach(() => desk.close());

const chapters = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [
    `${String(index + 1).padStart(3, '0')}.md`,
    `# 第${index + 1}章\n\n${'窗外的雪落了一夜，谁也没有说话。'.repeat(400)}\n`,
  ]),
);

it('what an export killed while it wrote has left beside its target goes with the next start [B10]', async () => {
  desk = await startManuscript(chapters);
  const out = join(desk.root, '..', 'out');
  mkdirSync(out);
  const left = () => readdirSync(out).filter((name) => name.startsWith('.fabula-export-'));
  /** Until the kill meets the moment in which the file is half written. */
  for (let attempt = 0; left().length === 0; attempt += 1) {
    const path = join(out, `${attempt}.epub`);
    const { projectId } = desk;
    const answer = desk
      .call('documents:export', { projectId, format: 'epub', path })
      .catch(() => null);
    await until(() => left().length > 0 || existsSync(path));
    await desk.stop('SIGKILL');
    await answer;
    if (left().length === 0) await desk.restart();
  }
  await desk.restart();
  await until(() => left().length === 0);
  const path = join(out, 'whole.epub');
  await desk.call('documents:export', { projectId: desk.projectId, format: 'epub', path });
  expect(left()).toEqual([]);
  expect(existsSync(path)).toBe(true);
});
