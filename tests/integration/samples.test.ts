import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { callTo, type Served, serveFabula } from '#tests/helpers/serve.ts';

const poll = { timeout: 20_000, interval: 2 };

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});
const start = async (): Promise<TestApp> => {
  const app = await createTestApp();
  apps.push(app);
  return app;
};

const callOf =
  (served: Served): TestApp['call'] =>
  (channel, input) =>
    callTo(served, channel, input);

/** How much of each kind the book has. */
const counted = async (call: TestApp['call'], projectId: string) => {
  const [entities, constraints, rules, notes, threads, scenes] = await Promise.all([
    call('knowledge:entities:list', { projectId }),
    call('constraints:list', { projectId }),
    call('memory:rules:list', { projectId }),
    call('notes:list', { projectId }),
    call('threads:list', { projectId }),
    call('manuscript:scenes', { projectId }),
  ]);
  return {
    entities: entities.items.length,
    constraints: constraints.items.length,
    rules: rules.items.filter(({ confirmed }) => confirmed).length,
    notes: notes.items.length,
    threads: threads.items.map(({ title }) => title),
    scenes: scenes.items.flatMap((one) => one.scenes.filter(({ facts }) => facts)).length,
  };
};

describe.each(['zh-CN', 'en'] as const)('the sample novel, %s', (language) => {
  it('comes with what its writer planned: volumes, synopses, goals, promises, notes [W1 W4 W10 N13]', async () => {
    const app = await start();
    const { projectId, documents } = await app.call('projects:openSample', { language });
    expect(
      documents.filter(({ synopsis, synopsisStale }) => synopsis === '' || synopsisStale),
    ).toEqual([]);
    expect(documents.every(({ status, wordGoal }) => status && wordGoal)).toBe(true);
    expect(new Set(documents.map(({ path }) => path.split('/')[0])).size).toBe(2);
    expect(documents.map(({ chapter }) => chapter)).toEqual(documents.map((_one, at) => at + 1));
    const { items } = await app.call('threads:list', { projectId });
    expect(items.length).toBeGreaterThan(6);
    const lost = items.flatMap(({ places }) => places.filter(({ found }) => found === null));
    expect(lost).toEqual([]);
    expect(new Set(items.map(({ state }) => state)).size).toBeGreaterThan(1);
    const notes = (await app.call('notes:list', { projectId })).items;
    expect(notes.length).toBeGreaterThan(3);
    expect(notes.filter(({ start: at }) => at === null)).toEqual([]);
    expect((await counted(app.call, projectId)).scenes).toBeGreaterThan(2);
  });

  it('is opened as it stands where another data folder made it, and gets nothing twice [W10 B1]', async () => {
    const first = await start();
    const made = await first.call('projects:openSample', { language });
    const before = await counted(first.call, made.projectId);
    await first.call('projects:sync', { projectId: made.projectId });
    await first.call('projects:close', { projectId: made.projectId });
    const second = await start();
    cpSync(join(first.folder, 'documents'), join(second.folder, 'documents'), { recursive: true });
    const found = await second.call('projects:openSample', { language });
    expect(found.documents.map(({ synopsis }) => synopsis)).toEqual(
      made.documents.map(({ synopsis }) => synopsis),
    );
    expect(await counted(second.call, found.projectId)).toEqual(before);
    expect((await second.call('projects:openSample', { language })).projectId).toBe(
      found.projectId,
    );
  });

  it('keeps away what its writer deleted, when it is opened again [W10]', async () => {
    const app = await start();
    const { projectId } = await app.call('projects:openSample', { language });
    const { items } = await app.call('threads:list', { projectId });
    for (const { threadId } of items) await app.call('threads:delete', { projectId, threadId });
    await app.call('projects:openSample', { language });
    expect((await app.call('threads:list', { projectId })).items).toEqual([]);
  });
});

describe('a copy of a sample without its records, in which its writer went on', () => {
  const written = async (edit: (folder: string) => Promise<unknown>) => {
    const first = await start();
    const made = await first.call('projects:openSample', { language: 'en' });
    const second = await start();
    const folder = join(second.folder, 'documents/Fabula/Harrow Box');
    const isChapters = (path: string) => path === made.path || path.includes('/Part ');
    cpSync(made.path, folder, { recursive: true, filter: isChapters });
    await edit(folder);
    const found = await second.call('projects:openSample', { language: 'en' });
    return { ...found, call: second.call };
  };

  it('is opened with what still has its place in it [W10 F17]', async () => {
    const { projectId, call } = await written(async (folder) => {
      const chapter = join(folder, 'Part One, Frost/01 The Night Roster.md');
      await writeFile(chapter, '# Chapter One: The Night Roster\n\nAnother beginning.\n');
    });
    const found = await counted(call, projectId);
    expect(found).toMatchObject({ entities: 32, notes: 4 });
    expect(found.threads).toContain('Who sent the second telegram');
  });

  it('keeps its chapters where they are when they are others [W1 F17]', async () => {
    const { documents } = await written((folder) =>
      rename(join(folder, 'Part One, Frost'), join(folder, 'Mine')).then(() =>
        writeFile(join(folder, 'Mine/00 Before.md'), '# Before\n\nA new one.\n'),
      ),
    );
    const volumes = new Set(documents.map(({ path }) => path.split('/')[0]));
    expect([...volumes].toSorted()).toEqual(['Mine', 'Part Two, Thaw']);
  });
});

describe('a sample whose program is killed while it is unpacked', () => {
  it('is whole when it is opened again, and nothing in it is there twice [W10 F17]', async () => {
    const language = 'zh-CN' as const;
    const whole = await start();
    const made = await whole.call('projects:openSample', { language });
    const planned = await counted(whole.call, made.projectId);
    // After its copy stood there, ms: before its chapters are in volumes, and among its synopses.
    for (const delay of [0, 90]) {
      const data = await mkdtemp(join(whole.folder, 'killed-'));
      const first = await serveFabula(data);
      const ended = callTo(first, 'projects:openSample', { language }).catch(() => null);
      await expect.poll(() => existsSync(join(data, 'documents/Fabula/潮信')), poll).toBe(true);
      await sleep(delay);
      await first.stop('SIGKILL');
      await ended;
      const second = await serveFabula(data);
      const { projectId } = await callTo(second, 'projects:openSample', { language });
      const found = await counted(callOf(second), projectId);
      await second.stop();
      expect(found).toEqual(planned);
    }
  });
});
