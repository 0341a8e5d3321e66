/** Long work of a place in the settings: closed and opened again while it goes on, called off between two steps. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '#shared/domain/job.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { heldAnswer } from './pages/held.ts';
import { twoBooks } from './pages/two-books.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const { open } = twoBooks(() => desk);

describe('work at a backup whose page is closed and opened again', () => {
  it('shows how a restore failed, where its place is unfolded again [B8 W9]', async () => {
    const { page, palette, word, projectId, project } = await open();
    await desk.call('projects:backups:create', { projectId });
    await palette.run(word('backups:title'));
    const settings = page.getByRole('dialog', { name: word('settings:title') });
    await settings.getByText(word('backups:restoreHere')).first().click();
    // Where the book itself lies nothing is restored.
    await settings.getByLabel(word('backups:into')).fill(project.path);
    const restoring = await heldAnswer(page, 'projects:backups:restore');
    await settings.getByRole('button', { name: word('backups:restore') }).click();
    await restoring.asked;
    await page.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });
    await palette.run(word('backups:title'));
    await settings.locator('.backups-row').first().waitFor();
    await restoring.give();
    const told = settings.getByRole('alert');
    await expect.poll(() => told.count(), soon).toBe(1);
  });

  it('says how one ended that another page asked for [B8 W9]', async () => {
    const { page, palette, word, projectId } = await open();
    await palette.run(word('backups:title'));
    await page.getByRole('button', { name: word('backups:create') }).waitFor();
    await desk.call('projects:backups:create', { projectId });
    const told = page.getByText(word('jobs:ended.done', { kind: word('jobs:kinds.backup') }));
    await expect.poll(() => told.count(), soon).toBe(1);
  });

  it('shows how far a backup is, makes no second one beside it, and says how it ended [B8 W9]', async () => {
    const { page, palette, word } = await open();
    await palette.run(word('backups:title'));
    const settings = page.getByRole('dialog', { name: word('settings:title') });
    const create = settings.getByRole('button', { name: word('backups:create') });
    const making = await heldAnswer(page, 'projects:backups:create');
    await create.click();
    await making.asked;
    await page.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });
    await palette.run(word('backups:title'));
    await settings.getByRole('progressbar').waitFor();
    const button = settings.getByRole('button', { name: word('backups:making') });
    expect(await button.isDisabled()).toBe(true);
    await making.give();
    await settings.getByText(word('backups:made')).waitFor();
    expect(await create.isEnabled()).toBe(true);
  });
});

describe('work whose page is loaded anew while it goes on', () => {
  it('shows the report that was made meanwhile [W7 W9]', async () => {
    const { page, palette, word } = await open({ isOwn: true });
    await palette.run(word('reports:commands.open'));
    const making = await heldAnswer(page, 'reports:make');
    await page.getByRole('button', { name: word('reports:make') }).click();
    await making.asked;
    await page.reload();
    await page.locator('.cm-content').waitFor();
    await palette.run(word('reports:commands.open'));
    const report = page.getByRole('tab', { name: word('reports:kinds.overused') });
    await expect.poll(() => report.count(), soon).toBe(1);
  });

  it('begins no exchange with git beside the one that goes on [W9]', async () => {
    const { page, palette, word, projectId, project } = await open({ isOwn: true });
    const remote = path.join(project.path, '..', `${path.basename(project.path)}.git`);
    execFileSync('git', ['init', '--quiet', '--bare', remote]);
    // The other side takes nothing in before it may.
    const wait = `#!/bin/sh\nwhile [ ! -e '${remote}/may' ]; do sleep 0.05; done\n`;
    writeFileSync(path.join(remote, 'hooks', 'pre-receive'), wait, { mode: 0o755 });
    await desk.call('git:update', { projectId, enabled: true });
    await desk.call('git:update', { projectId, remote });
    await desk.call('git:commit', { projectId });
    await palette.run(word('backups:title'));
    const settings = page.getByRole('dialog', { name: word('settings:title') });
    await settings.getByRole('button', { name: word('git:exchange') }).click();
    const pushes = async (): Promise<boolean> =>
      (await desk.call('jobs:list', {})).items.some(
        ({ kind, state }) => kind === 'gitPush' && state === 'running',
      );
    await expect.poll(pushes, soon).toBe(true);
    await page.reload();
    await page.locator('.cm-content').waitFor();
    await palette.run(word('backups:title'));
    const isKept = settings.getByRole('switch', { name: word('git:switch') });
    await isKept.waitFor();
    expect(await isKept.isDisabled()).toBe(true);
    writeFileSync(path.join(remote, 'may'), '');
    await expect.poll(() => isKept.isEnabled(), soon).toBe(true);
  });

  it.each([
    ['backup', 'backups:title', 'backups:making'],
    ['reports', 'reports:commands.open', null],
  ] as const)('shows how far it is, and how to call it off: %s [W9]', async (kind, way, busy) => {
    const { page, palette, word, projectId } = await open({ isOwn: true });
    const job: Job = {
      ...{ jobId: 'before', kind, projectId, book: null, state: 'running', step: null },
      ...{ done: 1, total: 7, code: null, startedAt: 1, endedAt: null },
      ...{ canCancel: true, canResume: false },
    };
    await page.route('**/rpc/jobs%3Alist', (route) =>
      route.fulfill({ json: { ok: true, value: { items: [job] } } }),
    );
    await page.reload();
    await page.locator('.cm-content').waitFor();
    await palette.run(word(way));
    const place = page.locator('.settings-section, main.reports');
    await expect.poll(() => place.getByRole('progressbar').count(), soon).toBe(1);
    if (busy !== null) {
      expect(
        await place
          .getByRole('button', { name: word(busy) })
          .first()
          .isDisabled(),
      ).toBe(true);
    }
    const asked = page.waitForRequest(/jobs%3Acancel/);
    await place.getByRole('button', { name: word('app:actions.cancel') }).click();
    expect((await asked).postDataJSON()).toEqual({ jobId: job.jobId });
  });
});

describe('an exchange with git that is called off', () => {
  it('pushes nothing after it where that came when all was pulled, and says so [W9]', async () => {
    const { page, palette, word, projectId, project } = await open();
    const remote = path.join(project.path, '..', `${path.basename(project.path)}.git`);
    execFileSync('git', ['init', '--quiet', '--bare', remote]);
    await desk.call('git:update', { projectId, enabled: true });
    await desk.call('git:update', { projectId, remote });
    await desk.call('git:commit', { projectId });
    await palette.run(word('backups:title'));
    const settings = page.getByRole('dialog', { name: word('settings:title') });
    const pulling = await heldAnswer(page, 'git:pull');
    await settings.getByRole('button', { name: word('git:exchange') }).click();
    await pulling.asked;
    await settings.getByRole('button', { name: word('git:cancel') }).click();
    const pushed: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('git%3Apush')) pushed.push(request.url());
    });
    await pulling.give();
    const ended = settings.getByRole('button', { name: word('git:exchange') });
    await ended.waitFor();
    expect(pushed).toEqual([]);
    expect(await settings.getByText(word('git:notPushed', { files: 0 })).count()).toBe(1);
  });
});

describe('what is said of a version that git is to keep', () => {
  it('stands in its field until the version is there, and what is typed meanwhile stays [W9 W10]', async () => {
    const { page, palette, word, projectId, project } = await open();
    await desk.call('git:update', { projectId, enabled: true });
    await palette.run(word('backups:title'));
    const settings = page.getByRole('dialog', { name: word('settings:title') });
    const message = settings.getByRole('textbox', { name: word('git:message') });
    const commit = settings.getByRole('button', { name: word('git:commit') });
    const write = async (words: string) => {
      writeFileSync(path.join(project.path, '02.md'), `# 第二章 归途\n\n${words}\n`);
      await desk.call('projects:sync', { projectId });
    };
    await write('渡口有一盏灯。');
    await message.fill('第一章定稿');
    // Another program holds the repository.
    const lock = path.join(project.path, '.git', 'index.lock');
    writeFileSync(lock, '');
    const refused = page.waitForResponse(/git%3Acommit/);
    await commit.click();
    expect(await (await refused).json()).toMatchObject({ ok: false });
    rmSync(lock);
    await expect.poll(() => commit.isEnabled(), soon).toBe(true);
    expect(await message.inputValue()).toBe('第一章定稿');

    const keeping = await heldAnswer(page, 'git:commit');
    await commit.click();
    await keeping.asked;
    await message.fill('第二章起头');
    await keeping.give();
    await settings.getByText(word('git:committed')).waitFor();
    expect(await message.inputValue()).toBe('第二章起头');

    await commit.click();
    await settings.getByText(word('git:unchanged')).waitFor();
    expect(await message.inputValue()).toBe('第二章起头');
    await write('渡口有两盏灯。');
    await commit.click();
    await settings.getByText(word('git:committed')).waitFor();
    expect(await message.inputValue()).toBe('');
    const { commits } = await desk.call('git:get', { projectId });
    expect(commits.slice(0, 2).map((one) => one.message)).toEqual(['第二章起头', '第一章定稿']);
  });
});
