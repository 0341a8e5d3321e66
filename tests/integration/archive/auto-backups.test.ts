import { existsSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AiWorld, createAiWorld } from '#tests/helpers/ai-world.ts';

let world: AiWorld;
beforeEach(async () => {
  world = await createAiWorld();
});
afterEach(() => world.close());

const backups = async () =>
  (await world.test.call('projects:backups:list', { projectId: world.projectId })).items;

it('a book that is as its last backup is told to be, also where none was made; a damaged one tells nothing of it [B8]', async () => {
  const { test, projectId } = world;
  const told: unknown[] = [];
  test.app.events.on((...[name, payload]) => {
    if (name === 'backups:changed') told.push(payload.isCurrent ?? false);
  });
  expect((await test.call('projects:backups:create', { projectId })).made).toBe(true);
  expect((await test.call('projects:backups:create', { projectId })).made).toBe(false);
  expect(told).toEqual([true, true]);
  const [backup] = await backups();
  truncateSync(backup?.path ?? '', 40);
  await test.call('projects:backups:verify', { projectId, backupId: backup?.backupId ?? '' });
  expect(told).toEqual([true, true, false]);
});

describe('backups that nobody asked for', () => {
  it('are made when the sitting ends, and when the writer has let go for a while [B8]', async () => {
    const timing = { lookMs: 10, quietMs: 30, endMs: 20_000 };
    await world.test.restart({ sittingTiming: timing });
    const { test, projectId } = world;
    const made = new Promise<void>((resolve) => {
      test.app.events.on((name, _payload) => {
        if (name === 'backups:changed') resolve();
      });
    });
    await test.call('projects:open', { path: join(test.folder, 'book') });
    await test.call('constraints:create', { projectId, type: 'plot', text: '一。' });
    await made;
    expect((await backups()).length).toBe(1);
    await test.restart({ sittingTiming: { ...timing, lookMs: 60_000 } });
    await test.call('projects:open', { path: join(test.folder, 'book') });
    await test.call('constraints:create', { projectId, type: 'plot', text: '二。' });
    await test.restart({ sittingTiming: { ...timing, lookMs: 60_000 } });
    expect((await backups()).length).toBe(2);
    await test.call('projects:forget', { projectId });
    expect(existsSync(join(test.platform.paths.data, 'backups', projectId))).toBe(false);
  });

  it('are long work like any other: seen, called off, tried again; the end of the program lets it end [W9, B8]', async () => {
    const timing = { lookMs: 10, quietMs: 30, endMs: 20_000 };
    await world.test.restart({ sittingTiming: timing });
    const { test, projectId } = world;
    const told: string[] = [];
    const begun: string[] = [];
    const made = new Promise<void>((resolve) => {
      test.app.events.on((...[name, payload]) => {
        if (name === 'backups:changed' || name === 'backups:failed') told.push(name);
        if (name === 'backups:changed') resolve();
        if (name !== 'jobs:changed' || payload.job?.kind !== 'autoBackup') return;
        const { jobId, state } = payload.job;
        if (state !== 'running' || begun.includes(jobId)) return;
        begun.push(jobId);
        if (begun.length === 1) void test.call('jobs:cancel', { jobId });
      });
    });
    await test.call('projects:open', { path: join(test.folder, 'book') });
    await test.call('constraints:create', { projectId, type: 'plot', text: '一。' });
    await made;
    expect([begun.length, told]).toEqual([2, ['backups:changed']]);
    const list = async () => (await test.call('jobs:list', {})).items;
    await expect.poll(list).toMatchObject([{ kind: 'autoBackup', state: 'done' }]);
    const under = new Promise<void>((resolve) => {
      test.app.events.on((...[name, payload]) => {
        if (name === 'jobs:changed' && payload.job?.kind === 'autoBackup') resolve();
      });
    });
    await test.call('constraints:create', { projectId, type: 'plot', text: '二。' });
    await under;
    await test.restart({ sittingTiming: { ...timing, lookMs: 60_000 } });
    expect((await backups()).length).toBe(2);
  });
});
