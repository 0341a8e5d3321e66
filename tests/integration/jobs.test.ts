/** Long work in one list, over the whole program: windows that go, books that go, programs that die (W9, F19). */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '#shared/domain/job.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

let test: TestApp;
let book: string;
let source: string;
let projectId: string;
const open = async (): Promise<void> => {
  ({ projectId } = await test.call('projects:open', { path: book, language: 'zh-CN' }));
};
beforeAll(async () => {
  test = await createTestApp();
  book = join(test.folder, '潮簿');
  mkdirSync(book);
  const text = '灯亮着。雪落了一夜，谁也没有出门。\n\n'.repeat(40);
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) {
    writeFileSync(join(book, `${number}.md`), `# 第${number}章\n\n${text}`);
  }
  source = join(test.folder, 'old.txt');
  const chapters = Array.from({ length: 12 }, (_, at) => `第${at + 1}章 旧稿\n\n雪，第${at}次。\n`);
  writeFileSync(source, chapters.join('\n'));
  await open();
});
afterAll(() => test.close());

/** Does something the first time a job of this kind stands so. */
const when = (kind: Job['kind'], is: (job: Job) => boolean, act: (job: Job) => void): void => {
  const stop = test.app.events.on((...[name, payload]) => {
    if (name !== 'jobs:changed' || payload.job?.kind !== kind || !is(payload.job)) return;
    stop();
    act(payload.job);
  });
};
const list = async (): Promise<Job[]> => (await test.call('jobs:list', {})).items;
const noteCount = (): number => readdirSync(join(test.folder, 'data', 'jobs')).length;

describe('long work and the windows', () => {
  it('goes on when the page that asked for it is loaded anew, is found again, and called off elsewhere [W9]', async () => {
    const page = new AbortController();
    const into = { folder: join(test.folder, 'new'), language: 'zh-CN' } as const;
    const input = { path: source, into, taskId: 'mine' };
    when(
      'import',
      ({ step }) => step === 'splitting',
      () => page.abort(),
    );
    const reply = await test.app.dispatch('import:commit', input, { signal: page.signal });
    expect([page.signal.aborted, reply.ok]).toEqual([true, true]);
    expect(await list()).toMatchObject([{ jobId: 'mine', kind: 'import', state: 'done' }]);

    const again = { ...input, into: { ...into, folder: join(test.folder, 'other') } };
    let found: Job[] = [];
    when(
      'import',
      ({ step }) => step === 'writing',
      () => {
        // Another window: it knows of the work by the list alone.
        void list().then(async (items) => {
          found = items;
          await test.call('jobs:cancel', { jobId: items[0]?.jobId ?? '' });
          await test.call('jobs:cancel', { jobId: items[0]?.jobId ?? '' });
        });
      },
    );
    expect(await test.fail('import:commit', again)).toBe('CANCELLED');
    expect(found[0]).toMatchObject({ kind: 'import', state: 'running', canCancel: true });
    expect(existsSync(again.into.folder)).toBe(false);
    expect(await list()).toMatchObject([{ state: 'cancelled' }]);
  });

  it('is indexed as a job where it is many chapters, and quietly where it is an edit [W9]', async () => {
    const told: string[] = [];
    const stop = test.app.events.on((...[name, payload]) => {
      if (name === 'jobs:changed') told.push(payload.job?.kind ?? 'gone');
    });
    const path = join(test.folder, '另一本');
    mkdirSync(path);
    for (let at = 1; at <= 9; at += 1) writeFileSync(join(path, `${at}.md`), `# ${at}\n\n灯。\n`);
    const { projectId: other } = await test.call('projects:open', { path, language: 'zh-CN' });
    await test.call('retrieval:index', { projectId: other, wait: true });
    expect([told[0], told.at(-1)]).toEqual(['index', 'gone']);
    told.length = 0;
    writeFileSync(join(path, '3.md'), '# 3\n\n雪。\n');
    await test.call('retrieval:index', { projectId: other, wait: true });
    stop();
    expect(told).toEqual([]);
  });
});

describe('long work of a book', () => {
  it('ends with the book where it is for the book alone, and leaves with it when it is forgotten [W9]', async () => {
    when(
      'reports',
      ({ total }) => total > 0,
      () => void test.call('projects:close', { projectId }),
    );
    expect(await test.fail('reports:make', { projectId, taskId: 'r' })).toBe('CANCELLED');
    await open();
    await test.call('projects:backups:create', { projectId });
    const kinds = async () => (await list()).filter((job) => job.projectId === projectId);
    expect((await kinds()).map(({ kind, state }) => [kind, state])).toContainEqual([
      'backup',
      'done',
    ]);
    let forgotten: Promise<unknown> = Promise.resolve();
    when(
      'backup',
      ({ total }) => total > 0,
      () => {
        forgotten = test.call('projects:forget', { projectId });
      },
    );
    writeFileSync(join(book, '9.md'), '# 第九章\n\n门开了。\n');
    expect(await test.fail('projects:backups:create', { projectId, taskId: 'b' })).toBe(
      'CANCELLED',
    );
    await forgotten;
    expect([await kinds(), noteCount()]).toEqual([[], 0]);
    await open();
  });
});

describe('long work of a program that died', () => {
  it('is told at the next start, with its book and what can be done [W9, F19]', async () => {
    const { pid } = spawnSync('true');
    const base = { state: 'running', step: null, done: 0, total: 0, code: null, endedAt: null };
    for (const kind of ['export', 'synopses']) {
      const note = { jobId: kind, kind, projectId, startedAt: 5, ...base, pid, started: '1' };
      writeFileSync(join(test.folder, 'data', 'jobs', `${kind}.json`), JSON.stringify(note));
    }
    await test.restart();
    await open();
    const told = (await list()).map(({ kind, book: name, state, canResume }) => [
      ...[kind, name, state, canResume],
    ]);
    expect(told.sort()).toEqual([
      ['export', '潮簿', 'interrupted', false],
      ['synopses', '潮簿', 'interrupted', true],
    ]);
    await test.call('jobs:dismiss', { jobId: 'synopses' });
    const path = join(test.folder, 'book.txt');
    await test.call('documents:export', { projectId, format: 'txt', path });
    expect(await list()).toMatchObject([{ kind: 'export', state: 'done' }]);
    expect(noteCount()).toBe(0);
  });
});
