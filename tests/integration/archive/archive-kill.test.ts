import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '#main/app.ts';
import { openBookArchive } from '#main/archive/book-archive.ts';
import { platformAt } from '#tests/helpers/app.ts';
import { type Manuscript, startManuscript } from '#tests/helpers/manuscript.ts';
import { until } from '#tests/helpers/machine-world.ts';
import { callTo, serveFabula } from '#tests/helpers/serve.ts';

/** Large enough to be met half way. */
const chapters = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [
    `${String(index + 1).padStart(3, '0')}.md`,
    `# 第${index + 1}章\n\n${`${index}：窗外的雪落了一夜，谁也没有说话。\n\n`.repeat(60)}`,
  ]),
);

/** Each starts the program anew several times. */
const timeout = 300_000;

let desk: Manuscript;
beforeAll(async () => {
  desk = await startManuscript(chapters);
}, timeout);
afterAll(() => desk.close());

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
const workFolders = (): string[] =>
  namesIn(join(desk.data, 'backups')).filter((name) => name.startsWith('.work-'));
const stagings = (): string[] =>
  readdirSync(desk.base).filter((name) => name.startsWith('.fabula-import-'));

const change = async (words: string): Promise<void> => {
  const { projectId } = desk;
  const documentId = await desk.idOf('001.md');
  const { version } = await desk.call('documents:read', { projectId, documentId });
  const text = `# 第1章\n\n${words}\n`;
  await desk.call('documents:save', { projectId, documentId, text, expectedVersion: version });
};
const backups = async () =>
  (await desk.call('projects:backups:list', { projectId: desk.projectId })).items;

/** The first chapter as the newest backup has it. */
const newestText = async (): Promise<string> => {
  const folder = join(desk.data, 'backups', desk.projectId);
  const newest = namesIn(folder)
    .filter((name) => name.endsWith('.fabula'))
    .toSorted()
    .at(-1);
  if (newest === undefined) return '';
  const archive = await openBookArchive(join(folder, newest));
  try {
    const file = archive.manifest.files.find(({ path }) => path === 'book/001.md');
    return file ? (await archive.read(file)).toString('utf8') : '';
  } finally {
    archive.close();
  }
};

/** Starts a call and kills the program as soon as `moment` has come, or the call was quicker. */
const killAt = async (call: Promise<unknown>, moment: () => boolean): Promise<void> => {
  let isDone = false;
  const answer = call.then(
    () => {
      isDone = true;
    },
    () => undefined,
  );
  await until(() => isDone || moment());
  await desk.stop('SIGKILL');
  await answer;
};

it('a backup killed in the middle does not count, and the one before stands [B8]', {
  timeout,
}, async () => {
  const { projectId } = desk;
  await desk.call('projects:backups:create', { projectId });
  const [before] = await backups();
  for (let attempt = 0; workFolders().length === 0; attempt += 1) {
    if (attempt > 0) await desk.restart();
    await change(`第${attempt}次改动。`);
    const call = desk.call('projects:backups:create', { projectId });
    await killAt(call, () => workFolders().length > 0);
  }
  await desk.restart();
  expect(workFolders()).toEqual([]);
  expect((await backups()).at(-1)).toEqual(before);
});

it('what a killed program did not get to back up is backed up by the next, with nothing changed [B8]', {
  timeout,
}, async () => {
  const words = '还没有备份的改动。';
  await change(words);
  await desk.stop('SIGKILL');
  const timing = { lookMs: 10, quietMs: 600_000, endMs: 20_000 };
  const next = await createApp(platformAt(desk.base), { sittingTiming: timing });
  await until(async () => (await newestText()).includes(words));
  await next.close();
  await desk.restart();
  const [newest] = await backups();
  expect([newest?.verified, workFolders()]).toEqual([true, []]);
});

it('a backup nobody asked for that is killed in the middle is made by the next, and nothing has broken off [W9, B8]', {
  timeout,
}, async () => {
  const { projectId } = desk;
  const words = '一边备份一边断电。';
  await desk.call('projects:open', { path: desk.root });
  await change(words);
  await desk.call('projects:close', { projectId });
  await until(() => workFolders().length > 0);
  const automatic = async () =>
    (await desk.call('jobs:list', {})).items.filter(({ kind }) => kind === 'autoBackup');
  const killed = await automatic();
  await desk.stop('SIGKILL');
  const timing = { lookMs: 10, quietMs: 600_000, endMs: 20_000 };
  const next = await createApp(platformAt(desk.base), { sittingTiming: timing });
  await until(async () => (await newestText()).includes(words));
  await next.close();
  await desk.restart();
  expect(killed).toMatchObject([{ projectId, state: 'running' }]);
  expect([await automatic(), workFolders()]).toEqual([[], []]);
});

it('a restore killed at any step is whole or not there, and leaves nothing behind [B8, B9]', {
  timeout,
}, async () => {
  const { projectId } = desk;
  const [backup] = await backups();
  const backupId = backup?.backupId ?? '';
  const isStaged = (): boolean =>
    stagings().some((name) => existsSync(join(desk.base, name, 'book', '030.md')));
  const moments: ((into: string) => boolean)[] = [isStaged, (into) => existsSync(into)];
  for (const [at, moment] of moments.entries()) {
    const into = join(desk.base, `restored ${at}`);
    const call = desk.call('projects:backups:restore', { projectId, backupId, into });
    await killAt(call, () => moment(into));
    await desk.restart();
    expect(stagings()).toEqual([]);
    const { items } = await desk.call('projects:list', {});
    const hasArrived = items.some(({ path }) => path === into);
    const found = [hasArrived, items.every(({ present }) => present)];
    expect(found).toEqual([existsSync(into), true]);
    if (!hasArrived) continue;
    const opened = await desk.call('projects:open', { path: into });
    expect(opened.documents).toHaveLength(60);
    expect(readFileSync(join(into, '007.md'))).toEqual(readFileSync(join(desk.root, '007.md')));
  }
});

it('two programs on one data folder back one book up at once, and every backup is whole [B8]', {
  timeout,
}, async () => {
  const { projectId } = desk;
  const other = await serveFabula(desk.data);
  try {
    await callTo(other, 'projects:open', { path: desk.root });
    await change('两边一起。');
    await Promise.all([
      desk.call('projects:backups:create', { projectId }),
      callTo(other, 'projects:backups:create', { projectId }),
    ]);
    const after = await backups();
    expect(await newestText()).toContain('两边一起。');
    for (const { backupId } of after.slice(0, 2)) {
      const checked = await desk.call('projects:backups:verify', { projectId, backupId });
      expect(checked.items.map(({ verified }) => verified)).not.toContain(false);
    }
    expect(workFolders()).toEqual([]);
  } finally {
    await other.stop();
  }
});
