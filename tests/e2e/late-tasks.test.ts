/** Long work of a place in the settings: closed and opened again while it goes on, called off between two steps. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
