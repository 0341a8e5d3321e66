import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Channel } from '#shared/contract/index.ts';
import { type Desk, type DeskModels, soon, startDesk } from './pages/desk.ts';
import { held, heldAnswer } from './pages/held.ts';
import { changeBook, twoBooks } from './pages/two-books.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const { open, otherBook } = twoBooks(() => desk);

/** The books this channel is asked about while `step` is done. */
const askedDuring = async (
  page: Page,
  channel: Channel,
  step: () => Promise<void>,
): Promise<unknown[]> => {
  const asked: unknown[] = [];
  const note = (request: Request): void => {
    const { pathname } = new URL(request.url());
    if (decodeURIComponent(pathname) === `/rpc/${channel}`)
      asked.push(request.postDataJSON().projectId);
  };
  page.on('request', note);
  await step();
  page.off('request', note);
  return asked;
};

/** Looks at a text, to be taken into the open book. */
const lookAtText = async ({ page, palette, word }: DeskModels, book: string) => {
  await palette.run(word('import:command'));
  const dialog = page.getByRole('dialog');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      ...{ name: '旧稿.md', mimeType: 'text/plain' },
      buffer: Buffer.from('# 第一章 盐\n\n盐是夜里到的。\n'),
    });
  await dialog.getByText(word('import:into.book', { name: book })).click();
  return { dialog, take: dialog.getByRole('button', { name: word('import:take', { count: 1 }) }) };
};

describe('long work that ends when another book is open', () => {
  it('is told with the name of its book, also where such work is shown for the open one [W9]', async () => {
    const { page, palette, word } = await open();
    const other = await otherBook();
    await palette.run(word('backups:title'));
    await page.getByRole('button', { name: word('backups:create') }).waitFor();
    await desk.call('projects:backups:create', { projectId: other.projectId });
    const kind = `${word('jobs:kinds.backup')} · ${other.name}`;
    const told = page.getByText(word('jobs:ended.done', { kind }));
    await expect.poll(() => told.count(), soon).toBe(1);
  });

  it('is told where it ended while no book was open, and so is what failed there [W9]', async () => {
    const { page, word, project } = await open();
    const other = await otherBook();
    const closed = page.waitForResponse((response) => response.url().includes('projects%3Aclose'));
    await page.keyboard.press('Control+o');
    await page.locator('.welcome-project', { hasText: other.name }).first().waitFor();
    await closed;
    await desk.call('projects:open', { path: project.path });
    await desk.call('projects:backups:create', { projectId: project.projectId });
    const kind = `${word('jobs:kinds.backup')} · ${project.name}`;
    const told = page.getByText(word('jobs:ended.done', { kind }));
    await expect.poll(() => told.count(), soon).toBe(1);
    await page.evaluate(() => void Promise.reject(new Error('unheard')));
    await expect.poll(() => page.locator('.top-bar').count(), soon).toBe(1);
    expect(await page.locator('.welcome').isVisible()).toBe(true);
  });

  it('opens no chapter of the book an import was taken out of [B10]', async () => {
    const models = await open();
    const { page, text, binder, palette, word, projectId } = models;
    const other = await otherBook();
    const { path: sent } = await desk.call('import:upload', {
      ...{ name: 'draft.md', content: Buffer.from('# 盐\n\n盐是夜里到的。\n').toString('base64') },
    });
    const { created } = await desk.call('import:commit', { path: sent, into: { projectId } });
    await expect.poll(() => binder.titles(), soon).toEqual(['雪夜', '归途', '盐']);
    expect(created).toHaveLength(1);
    await palette.run(word('jobs:commands.open'));
    const undoing = await heldAnswer(page, 'import:undo');
    const row = page.getByRole('dialog').getByRole('listitem').first();
    await row.getByRole('button', { name: word('import:takeOut') }).click();
    await undoing.asked;
    await changeBook(models, other.name);
    await undoing.give();
    expect(await text.visibleLines()).toContain('潮来了。');
    expect(await page.getByText(word('import:undone', { count: 1 })).count()).toBe(0);
    await text.ready();
  });

  it('opens no chapter of the book a text was taken into [B10]', async () => {
    const models = await open();
    const { page, text, project } = models;
    const other = await otherBook();
    await text.caretAfter('坐在灯下。');
    const saving = await held(page, 'documents:save');
    await page.keyboard.type('灯花落了。');
    await saving.asked;
    // It closes as soon as that is saved.
    await page.keyboard.press('Control+o');
    const { dialog, take } = await lookAtText(models, project.name);
    const taking = await heldAnswer(page, 'import:commit');
    await take.click();
    await taking.asked;
    saving.give();
    const welcomed = page.locator('.welcome-project', { hasText: other.name }).first();
    await welcomed.waitFor();
    // Behind the dialog: as a book that is opened from outside of the window.
    await welcomed.evaluate((button: HTMLElement) => button.click());
    await text.paragraph('潮来了。').waitFor();
    await taking.give();
    await dialog.waitFor({ state: 'detached' });
    expect(await text.visibleLines()).toContain('潮来了。');
    await text.ready();
  });

  it('lists no backup of the book before in the one that is open [B8]', async () => {
    const models = await open();
    const { page, palette, word, projectId } = models;
    const other = await otherBook();
    await palette.run(word('backups:title'));
    const settings = page.getByRole('dialog', { name: word('settings:title') });
    const making = await heldAnswer(page, 'projects:backups:create');
    await settings.getByRole('button', { name: word('backups:create') }).click();
    await making.asked;
    await page.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });
    await changeBook(models, other.name);
    await palette.run(word('backups:title'));
    await settings.getByText(word('backups:none')).waitFor();
    const asked = await askedDuring(page, 'projects:backups:list', making.give);
    expect(asked).not.toContain(projectId);
    expect(await settings.locator('.backups-row').count()).toBe(0);
  });

  it('lists no backup that was checked in the book before [B8]', async () => {
    const models = await open();
    const { page, palette, word, projectId } = models;
    const other = await otherBook();
    await desk.call('projects:backups:create', { projectId });
    await palette.run(word('backups:title'));
    const settings = page.getByRole('dialog', { name: word('settings:title') });
    const checking = await heldAnswer(page, 'projects:backups:verify');
    await settings.getByText(word('backups:verify')).first().click();
    await checking.asked;
    await page.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });
    await changeBook(models, other.name);
    await palette.run(word('backups:title'));
    await settings.getByText(word('backups:none')).waitFor();
    await checking.give();
    expect(await settings.locator('.backups-row').count()).toBe(0);
  });

  it('shows nothing of the versions git keeps of the book before [W9]', async () => {
    const models = await open();
    const { page, palette, word, projectId } = models;
    const other = await otherBook();
    await desk.call('git:update', { projectId, enabled: true });
    await palette.run(word('backups:title'));
    const settings = page.getByRole('dialog', { name: word('settings:title') });
    const isKept = settings.getByRole('switch', { name: word('git:switch') });
    await expect.poll(() => isKept.isChecked(), soon).toBe(true);
    await page.keyboard.press('Escape');
    const keeping = await heldAnswer(page, 'git:commit');
    await palette.run(word('git:commands.commit'));
    await keeping.asked;
    await changeBook(models, other.name);
    await palette.run(word('backups:title'));
    await expect.poll(() => isKept.isChecked(), soon).toBe(false);
    const asked = await askedDuring(page, 'git:get', keeping.give);
    expect(asked).not.toContain(projectId);
    expect(await isKept.isChecked()).toBe(false);
    const told = (await page.locator('.notice-area').allTextContents()).join('');
    for (const key of ['git:committed', 'git:unchanged']) expect(told).not.toContain(word(key));
  });

  it('does not take the writer to a backup that is restored by then [B8]', async () => {
    const models = await open();
    const { page, text, palette, word, projectId } = models;
    const other = await otherBook();
    await desk.call('projects:backups:create', { projectId });
    await palette.run(word('backups:title'));
    const settings = page.getByRole('dialog', { name: word('settings:title') });
    await settings.getByText(word('backups:restoreHere')).first().click();
    const restoring = await heldAnswer(page, 'projects:backups:restore');
    await settings.getByRole('button', { name: word('backups:restore') }).click();
    await restoring.asked;
    await page.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });
    await changeBook(models, other.name);
    await page.keyboard.press('Control+,');
    await settings.waitFor();
    await restoring.give();
    expect(await settings.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await text.ready();
    expect(await text.visibleLines()).toContain('潮来了。');
  });
});

/** The search of the whole book, with something found and what it is to become. */
const findInBook = async ({ page, word }: DeskModels, from: string, to: string) => {
  await page.keyboard.press('Control+Shift+H');
  const dialog = page.getByRole('dialog', { name: word('replace:title') });
  const find = dialog.getByRole('textbox', { name: word('replace:find'), exact: true });
  await find.fill(from);
  await dialog.getByLabel(word('replace:with')).fill(to);
  await dialog.getByRole('listitem').getByRole('checkbox').first().waitFor();
  return { dialog, find, button: dialog.locator('.replace-foot').getByRole('button') };
};

describe('long work that ends when its dialog is closed', () => {
  it('closes no other dialog than its own when all is replaced [W2]', async () => {
    const models = await open();
    const { page, word } = models;
    const { dialog, button } = await findInBook(models, '渡口', '码头');
    const replacing = await heldAnswer(page, 'manuscript:replace');
    await button.click();
    await replacing.asked;
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+,');
    const settings = page.getByRole('dialog', { name: word('settings:title') });
    await settings.waitFor();
    await replacing.give();
    expect(await settings.isVisible()).toBe(true);
  });

  it('is not begun a second time from its dialog that was closed and opened again [W2]', async () => {
    const models = await open();
    const { page } = models;
    const { dialog, find, button } = await findInBook(models, '渡口', '渡口边');
    const replacing = await heldAnswer(page, 'manuscript:replace');
    await button.click();
    await replacing.asked;
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Shift+h');
    await find.fill('没有人');
    await dialog.getByRole('listitem').getByRole('checkbox').first().waitFor();
    expect(await button.isDisabled()).toBe(true);
    await replacing.give();
    await expect.poll(() => button.isDisabled(), soon).toBe(false);
  });

  it('leaves no list in its dialog of what stood while it went on [W2]', async () => {
    const models = await open();
    const { page } = models;
    const { dialog, button } = await findInBook(models, '渡口', '码头');
    const replacing = await held(page, 'manuscript:replace');
    await button.click();
    await replacing.asked;
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const again = await findInBook(models, '渡口', '码头');
    const summary = again.dialog.locator('.replace-summary');
    replacing.give();
    await expect.poll(() => summary.textContent(), soon).toBe(models.word('replace:none'));
  });

  it('closes no other dialog than its own when an export begins [B10]', async () => {
    const { page, word } = await open();
    await page.keyboard.press('Control+Alt+e');
    const dialog = page.getByRole('dialog', { name: word('export:title') });
    await dialog.locator('.export-target').waitFor();
    const keeping = await heldAnswer(page, 'documents:export:choices:update');
    const exporting = page.waitForResponse(/documents%3Aexport%3Adownload/);
    await page.keyboard.press('Control+Enter');
    await keeping.asked;
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+,');
    const settings = page.getByRole('dialog', { name: word('settings:title') });
    await settings.waitFor();
    await keeping.give();
    await exporting;
    expect(await settings.isVisible()).toBe(true);
  });
});

/** The page believes the desktop around it: it makes a PDF, and its dialog has chosen `target`. */
const asOnDesktop = async (page: Page, target: string): Promise<void> => {
  await page.route('**/rpc/host%3Acapabilities', async (route) => {
    const reply = await (await route.fetch()).json();
    await route.fulfill({ json: { ...reply, value: { ...reply.value, printPdf: true } } });
  });
  await page.route('**/rpc/host%3ApickSaveFile', (route) =>
    route.fulfill({ json: { ok: true, value: { path: target } } }),
  );
};

describe('a look at a whole book that is called off', () => {
  it('shows nothing of it when a whole book is asked for again [B9]', async () => {
    const { page, palette, word, projectId } = await open();
    const { folder } = await desk.call('documents:export:choices:get', { projectId });
    const bundle = path.join(folder, '潮簿.fabula');
    await desk.call('projects:bundle:export', { projectId, path: bundle });
    await palette.run(word('import:command'));
    const dialog = page.getByRole('dialog');
    const looking = await heldAnswer(page, 'projects:bundle:preview');
    await page.locator('input[type=file]').first().setInputFiles(bundle);
    await looking.asked;
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await looking.give();
    await palette.run(word('backups:title'));
    await dialog.getByRole('button', { name: word('backups:takeIn.action') }).click();
    const take = dialog.getByRole('button', { name: word('import:bundle.take') });
    await expect.poll(() => page.locator('input[type=file]').count(), soon).toBeGreaterThan(0);
    expect(await take.count()).toBe(0);
  });
});

describe('long work that is called off when it is done already', () => {
  it('says where the file of an export lies that was written all the same [B10 W9]', async () => {
    const { page, word, project } = await open({ isOwn: true });
    const target = path.join(project.path, '潮簿.docx');
    await asOnDesktop(page, target);
    await page.reload();
    await page.locator('.cm-content').waitFor();
    await page.keyboard.press('Control+Alt+e');
    const dialog = page.getByRole('dialog', { name: word('export:title') });
    await dialog.locator('.export-target').waitFor();
    const exporting = await heldAnswer(page, 'documents:export');
    await page.keyboard.press('Control+Enter');
    await exporting.asked;
    const bar = page.locator('.export-bar');
    const calledOff = page.waitForResponse(/jobs%3Acancel/);
    await bar.getByRole('button', { name: word('app:actions.cancel') }).click();
    await calledOff;
    await exporting.give();
    await bar.getByText(word('export:saved', { path: target })).waitFor();
    expect(existsSync(target)).toBe(true);
  });

  it('shows what a text brought that was taken in all the same, once [B10 W9]', async () => {
    const models = await open();
    const { page, binder, word, project } = models;
    const { dialog, take } = await lookAtText(models, project.name);
    const taking = await heldAnswer(page, 'import:commit');
    await take.click();
    await taking.asked;
    const cancel = dialog.getByRole('button', { name: word('app:actions.cancel') }).first();
    const calledOff = page.waitForResponse(/jobs%3Acancel/);
    await cancel.click();
    await calledOff;
    await taking.give();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(word('import:done', { count: 1 })).waitFor();
    expect(await binder.titles()).toEqual(['雪夜', '归途', '盐']);
  });
});
