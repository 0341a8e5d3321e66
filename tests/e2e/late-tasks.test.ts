/** Long work of a place in the settings: closed and opened again while it goes on. */
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
