/** The words a writer looks out for, in two windows and left unsaved, and the walk through the places of a report (W7). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, type DeskModels, soon, startDesk } from './pages/desk.ts';
import { heldAnswer } from './pages/held.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const files = {
  '01.md': '# 第一章 雪夜\n\n窗外的雪落了一夜。雪停了，天亮了。\n',
  '02.md': '# 第二章 归途\n\n路上还有雪。\n',
};

const showWords = ({ page, word }: DeskModels) =>
  page.getByRole('tab', { name: word('reports:kinds.watched') }).click({ timeout: 15_000 });

const makeReports = async (models: DeskModels) => {
  const { page, palette, word } = models;
  await palette.run(word('reports:commands.open'));
  await page.getByRole('button', { name: word('reports:make') }).click();
  await showWords(models);
};

const open = async () => {
  const project = await desk.project(files);
  const models = await desk.window('zh-CN', { project });
  const { page, word } = models;
  const { projectId } = project;
  const field = (list: 'book' | 'all') =>
    page.getByRole('textbox', { name: word(`reports:watched.${list}`) });
  const save = page.getByRole('button', { name: word('reports:watched.save') });
  const report = (kind: string) => page.getByRole('tab', { name: word(`reports:kinds.${kind}`) });
  const forms = async () => (await desk.call('forms:list', { projectId })).items;
  const words = async () => ({
    book: (await desk.call('reports:watched:list', { projectId })).words,
    all: (await desk.call('settings:get', {})).watchedWords,
  });
  return { ...models, projectId, field, save, report, forms, words };
};

describe('the words to look out for', () => {
  it('stand there again where they were left unsaved, for another report and in a page loaded anew [W7 W4]', async () => {
    await desk.call('settings:update', { watchedWords: [] });
    const models = await open();
    const { page, palette, word, text, field, save, report, forms, words } = models;
    await makeReports(models);
    await field('book').fill('雪');
    await field('all').fill('天亮\n路上');
    await report('overused').click();
    await field('book').waitFor({ state: 'detached' });
    await report('watched').click();
    expect(await field('book').inputValue()).toBe('雪');
    expect(await field('all').inputValue()).toBe('天亮\n路上');
    await expect.poll(forms, soon).toHaveLength(2);
    await page.reload();
    await text.ready();
    await palette.run(word('reports:commands.open'));
    await showWords(models);
    await expect.poll(() => field('all').inputValue(), soon).toBe('天亮\n路上');
    expect(await field('book').inputValue()).toBe('雪');
    await page.getByText(word('app:kept.back')).waitFor();
    await save.click();
    await expect.poll(words, soon).toEqual({ book: ['雪'], all: ['天亮', '路上'] });
    await expect.poll(forms, soon).toEqual([]);
    expect(await page.getByText(word('app:kept.back')).count()).toBe(0);

    await field('all').fill('天亮');
    await report('overused').click();
    await report('watched').click();
    await page.getByRole('button', { name: word('app:kept.startOver') }).click();
    expect(await field('all').inputValue()).toBe('天亮\n路上');
    await expect.poll(forms, soon).toEqual([]);
  });

  it('are not left behind by a save that is answered when another report is looked at [W7 W4]', async () => {
    await desk.call('settings:update', { watchedWords: [] });
    const models = await open();
    const { page, word, field, save, report, forms } = models;
    await makeReports(models);
    await field('book').fill('雪');
    await expect.poll(forms, soon).toHaveLength(1);
    const saving = await heldAnswer(page, 'reports:watched:change');
    await save.click();
    await saving.asked;
    await report('overused').click();
    await saving.give();
    await expect.poll(forms, soon).toEqual([]);
    await report('watched').click();
    await expect.poll(() => field('book').inputValue(), soon).toBe('雪');
    expect(await page.getByText(word('app:kept.back')).count()).toBe(0);
  });

  it('keep, in all books, what another window changed while they were being changed here [W7]', async () => {
    await desk.call('settings:update', { watchedWords: ['天亮', '路上'] });
    const models = await open();
    const { page, field, save, words } = models;
    await makeReports(models);
    await field('all').fill('天亮\n路上\n雪');
    // Another window is first, and again after this one has asked.
    await desk.call('settings:update', { watchedWords: ['路上', '窗外'] });
    await page.route('**/rpc/settings%3Aupdate', async (route) => {
      if (route.request().postData()?.includes('watchedWords')) {
        await desk.call('settings:update', { watchedWords: ['路上', '窗外', '一夜'] });
      }
      await route.continue();
    });
    await save.click();
    const all = async () => (await words()).all;
    await expect.poll(all, soon).toEqual(['路上', '窗外', '一夜', '雪']);
    await expect.poll(() => field('all').inputValue(), soon).toBe('路上\n窗外\n一夜\n雪');
  });
});

describe('the next place of a report', () => {
  it('says on the page why it could not be opened [W7]', async () => {
    await desk.call('settings:update', { watchedWords: ['雪'] });
    const models = await open();
    const { page, word } = models;
    await makeReports(models);
    await page.locator('.reports-line').first().click();
    await page.locator('main.reports').waitFor({ state: 'detached' });
    await page.route('**/rpc/reports%3Aplaces', (route) =>
      route.fulfill({ json: { ok: false, error: { code: 'DATABASE_LOCKED', message: 'busy' } } }),
    );
    const told = page.getByRole('alert').filter({ hasText: word('errors:DATABASE_LOCKED.what') });
    await page.keyboard.press('Control+Alt+PageDown');
    await told.waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.route('**/rpc/reports%3Alocate', (route) =>
      route.fulfill({ json: { ok: false, error: { code: 'DISK_FULL', message: 'full' } } }),
    );
    await page.keyboard.press('Control+Alt+PageDown');
    await page
      .getByRole('alert')
      .filter({ hasText: word('errors:DISK_FULL.what') })
      .waitFor();
    expect(await page.locator('main.reports').count()).toBe(0);
  });
});
