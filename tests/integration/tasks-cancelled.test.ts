/** Long work on files that the writer calls off: imports, restores, bundles. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Channel } from '#shared/contract/index.ts';
import type { Job } from '#shared/domain/job.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

type Told = Pick<Job, 'step' | 'done'>;

let test: TestApp;
let projectId: string;
let source: string;
beforeAll(async () => {
  test = await createTestApp();
  const book = join(test.folder, '潮簿');
  mkdirSync(book);
  for (const number of [1, 2, 3])
    writeFileSync(join(book, `${number}.md`), `# 第${number}章\n\n灯。\n`);
  ({ projectId } = await test.call('projects:open', { path: book, language: 'zh-CN' }));
  source = join(test.folder, 'old.txt');
  const chapters = Array.from(
    { length: 12 },
    (_, at) => `第${at + 1}章 旧稿\n\n雪落了一夜，第${at}次。\n`,
  );
  writeFileSync(source, chapters.join('\n'));
});
afterAll(() => test.close());

/** Makes a call that is cancelled as soon as `isMoment` is told, and says what was told before. */
const cancelWhen = async (channel: Channel, input: object, isMoment: (told: Told) => boolean) => {
  const told: string[] = [];
  const stop = test.app.events.on((...[name, payload]) => {
    if (name !== 'jobs:changed' || payload.jobId !== 'mine' || !payload.job?.step) return;
    told.push(payload.job.step);
    if (isMoment(payload.job)) void test.call('jobs:cancel', { jobId: 'mine' });
  });
  const call = { signal: new AbortController().signal };
  const reply = await test.app.dispatch(channel, { ...input, taskId: 'mine' }, call);
  stop();
  return { code: reply.ok ? 'ok' : reply.error.code, told: [...new Set(told)] };
};
const at =
  (step: Told['step'], done = 0) =>
  (told: Told) =>
    told.step === step && told.done >= done;
const never = (): boolean => false;

/** What stands beside the book, without the program's own. */
const beside = (): string[] =>
  readdirSync(test.folder).filter((name) => !['data', 'documents'].includes(name));
const notes = (): string[] =>
  ['imports', 'arrivals', 'backups'].flatMap((name) => {
    const folder = join(test.folder, 'data', name);
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return names.filter((one) => one.endsWith('.json') || one.startsWith('.work-'));
  });
const titles = async (): Promise<string[]> =>
  (await test.call('documents:list', { projectId })).documents.map(({ title }) => title);

describe('an import that is cancelled', () => {
  it('leaves nothing, whether the file is being read, parted or written [B10]', async () => {
    const before = { files: beside(), titles: await titles() };
    const folder = join(test.folder, 'new');
    const place = { folder, language: 'zh-CN' };
    for (const moment of [at('reading'), at('splitting'), at('writing', 5)]) {
      for (const into of [place, { projectId }]) {
        const { code } = await cancelWhen('import:commit', { path: source, into }, moment);
        expect(code).toBe('CANCELLED');
        expect([beside(), await titles(), notes()]).toEqual([before.files, before.titles, []]);
      }
    }
    for (const moment of [at('reading'), at('splitting')]) {
      expect((await cancelWhen('import:preview', { path: source }, moment)).code).toBe('CANCELLED');
    }
  });

  it('is a book already once it is being opened [B10]', async () => {
    const folder = join(test.folder, 'whole');
    const input = { path: source, into: { folder, language: 'zh-CN' } };
    const { code, told } = await cancelWhen('import:commit', input, at('opening'));
    expect([code, told]).toEqual(['ok', ['reading', 'splitting', 'writing', 'opening']]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.md'))).toHaveLength(12);
  });
});

describe('a backup that is cancelled', () => {
  it('in its making, check or restore leaves nothing half, and the book can still be had back [B8, B9]', async () => {
    const make = { projectId };
    const first = await cancelWhen('projects:backups:create', make, at('packing'));
    const second = await cancelWhen('projects:backups:create', make, at('unpacking'));
    expect([first.code, second.code, notes()]).toEqual(['CANCELLED', 'CANCELLED', []]);
    const { items } = await test.call('projects:backups:create', make);
    const backupId = items[0]?.backupId ?? '';
    const [path, into] = [join(test.folder, 'book.fabula'), join(test.folder, 'restored')];
    await test.call('projects:bundle:export', { projectId, path });
    const before = { files: beside(), projects: await test.call('projects:list', {}) };
    const calls: [Channel, object][] = [
      ['projects:backups:verify', { projectId, backupId }],
      ['projects:backups:restore', { projectId, backupId, into }],
      ['projects:bundle:import', { path, into }],
    ];
    for (const [channel, input] of calls) {
      expect((await cancelWhen(channel, input, at('unpacking'))).code).toBe('CANCELLED');
      expect([beside(), notes()]).toEqual([before.files, []]);
      expect(await test.call('projects:list', {})).toEqual(before.projects);
    }
    const [backup] = (await test.call('projects:backups:list', { projectId })).items;
    expect(backup).toMatchObject({ backupId, verified: true });
    const restored = await cancelWhen(
      'projects:backups:restore',
      { projectId, backupId, into },
      never,
    );
    expect(restored).toEqual({ code: 'ok', told: ['unpacking', 'opening'] });
    expect(readFileSync(join(into, '2.md'), 'utf8')).toContain('灯。');
  });
});
