/** Backups nobody asked for, in the list of long work: seen, called off, and never in the way of the program's end (W9, B8). */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventPayload } from '#shared/contract/events.ts';
import type { Job } from '#shared/domain/job.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { until } from '#tests/helpers/machine-world.ts';
import { mountSmallDisk, type SmallDisk } from '#tests/helpers/small-disk.ts';

/** Nothing is looked after but what the end of a sitting begins. */
const timing = { lookMs: 60_000, quietMs: 60_000, endMs: 20_000 };

let test: TestApp;
let book: string;
let projectId: string;
let states: Job['state'][];
let failed: EventPayload<'backups:failed'>[];

const follow = (): void => {
  test.app.events.on((...[name, payload]) => {
    if (name === 'backups:failed') failed.push(payload);
    if (name !== 'jobs:changed' || payload.job?.kind !== 'autoBackup') return;
    if (states.at(-1) !== payload.job.state) states.push(payload.job.state);
  });
};
const start = async (data?: string): Promise<void> => {
  test = await createTestApp({
    sittingTiming: timing,
    ...(data !== undefined && { platform: { paths: { ...test.platform.paths, data } } }),
  });
  book = join(test.folder, '潮簿');
  mkdirSync(book);
  const text = randomBytes(400_000).toString('hex');
  for (const number of [1, 2, 3, 4, 5, 6]) {
    writeFileSync(join(book, `${number}.md`), `# 第${number}章\n\n${text}\n`);
  }
  await open();
  follow();
};
const open = async (): Promise<void> => {
  ({ projectId } = await test.call('projects:open', { path: book, language: 'zh-CN' }));
};
const write = (text: string) => test.call('constraints:create', { projectId, type: 'plot', text });
const list = async (): Promise<Job[]> => (await test.call('jobs:list', {})).items;
const automatic = async () => (await list()).filter(({ kind }) => kind === 'autoBackup');
const backups = async () => (await test.call('projects:backups:list', { projectId })).items;
const ended = () => until(async () => (await automatic()).every(({ endedAt }) => endedAt !== null));
/** The end of a sitting begins one. */
const endSitting = async (): Promise<void> => {
  await write('一。');
  await test.call('projects:close', { projectId });
};

beforeEach(async () => {
  [states, failed] = [[], []];
  await start();
});
afterEach(() => test.close());

describe('a backup nobody asked for', () => {
  it('is in the list of long work while it lasts, and with its end [W9]', async () => {
    await endSitting();
    expect(await automatic()).toMatchObject([
      { projectId, book: '潮簿', state: 'running', canCancel: true },
    ]);
    await ended();
    expect(await automatic()).toMatchObject([{ state: 'done', code: null }]);
    expect([states, await backups(), failed]).toMatchObject([['running', 'done'], [{}], []]);
    // Another of the same book takes its place.
    await open();
    await endSitting();
    await ended();
    expect(await automatic()).toHaveLength(1);
  });

  it('can be called off from any window: that is no failure, and the end of the program makes it [W9, B8]', async () => {
    await endSitting();
    const [job] = await automatic();
    await test.call('jobs:cancel', { jobId: job?.jobId ?? '' });
    await ended();
    expect(await automatic()).toMatchObject([{ state: 'cancelled', code: null }]);
    expect([await backups(), failed]).toEqual([[], []]);
    await test.restart({ sittingTiming: timing });
    expect([await backups(), await list()]).toMatchObject([[{}], []]);
  });

  it('is neither broken off nor begun anew by the end of the program, which waits for it [W9, B8]', async () => {
    await endSitting();
    await test.restart({ sittingTiming: timing });
    expect([states, failed, await list()]).toEqual([['running', 'done'], [], []]);
    expect(await backups()).toHaveLength(1);
  });

  it('begins with the end of the program where the book stands open then [W9, B8]', async () => {
    await write('二。');
    await test.restart({ sittingTiming: timing });
    expect([states, failed, await list()]).toEqual([['running', 'done'], [], []]);
    expect(await backups()).toHaveLength(1);
  });

  it('leaves with a book that is forgotten meanwhile, without a word [W9]', async () => {
    await endSitting();
    await test.call('projects:forget', { projectId });
    expect([await list(), failed]).toEqual([[], []]);
    expect(existsSync(join(test.platform.paths.data, 'backups', projectId))).toBe(false);
  });
});

describe('a backup nobody asked for, on a full disk', () => {
  let disk: SmallDisk;
  beforeEach(async () => {
    disk = mountSmallDisk(join(test.folder, 'disk'), 32);
    const before = test;
    await start(join(disk.path, 'data'));
    await before.app.close();
  });
  afterEach(async () => {
    disk.free();
    await test.app.close();
    disk.remove();
  });

  it('stays in the list as what failed, with the reason, until one is made [W9, B8]', async () => {
    await write('一。');
    disk.fill();
    await test.call('projects:close', { projectId });
    await ended();
    expect(await automatic()).toMatchObject([{ state: 'failed', code: 'DISK_FULL' }]);
    expect(failed).toEqual([{ projectId, code: 'DISK_FULL' }]);
    disk.free();
    await test.call('projects:open', { path: book, language: 'zh-CN' });
    await endSitting();
    await ended();
    expect(await automatic()).toMatchObject([{ state: 'done', code: null }]);
  });
});
