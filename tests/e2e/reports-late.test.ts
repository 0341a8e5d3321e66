/** Reports and their places that come late: when the text, or the report, is another by then (W7). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, type DeskModels, soon, startDesk } from './pages/desk.ts';
import { heldAnswer } from './pages/held.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
  await desk.call('settings:update', { watchedWords: ['雪'] });
});
afterAll(() => desk.close());

const text = '# 第一章 雪夜\n\n窗外的雪落了一夜。雪停了，天亮了。\n';

const open = async () => {
  const project = await desk.project({ '01.md': text });
  const models = await desk.window('zh-CN', { project });
  const { projectId } = project;
  const documentId = project.documents[0]?.documentId ?? '';
  const write = async (more: string) => {
    const { version, text: now } = await desk.call('documents:read', { projectId, documentId });
    await desk.call('documents:save', {
      ...{ projectId, documentId, text: `${now}\n${more}\n`, expectedVersion: version },
    });
  };
  return { ...models, project, write };
};

const make = ({ page, word }: DeskModels) =>
  page.getByRole('button', { name: word('reports:make') }).click();

describe('a report', () => {
  it('says that the text changed since where it did while the report was being made [W7]', async () => {
    const models = await open();
    const { page, palette, word, write } = models;
    await palette.run(word('reports:commands.open'));
    const made = await heldAnswer(page, 'reports:make');
    await make(models);
    await made.asked;
    await write('路上还有雪。');
    await expect.poll(() => models.text.text.textContent(), soon).toContain('路上还有雪。');
    await made.give();
    await page.getByText(word('reports:stale')).waitFor();
    expect(await page.locator('.reports-about').count()).toBe(1);
  });

  it('shows no places that another report was asked for [W7]', async () => {
    const models = await open();
    const { page, palette, word } = models;
    await palette.run(word('reports:commands.open'));
    await make(models);
    await page.getByRole('tab', { name: word('reports:kinds.watched') }).click();
    const places = await heldAnswer(page, 'reports:places');
    const line = page.locator('.reports-line').first();
    await line.focus();
    await page.keyboard.press('ArrowRight');
    await places.asked;
    const again = await heldAnswer(page, 'reports:make');
    await page.getByRole('button', { name: word('reports:again'), exact: true }).click();
    await again.asked;
    await again.give();
    await places.give();
    expect(await page.locator('.reports-place').count()).toBe(0);
    await line.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('.reports-place').count(), soon).toBeGreaterThan(0);
  });

  it('is stale while the book has another chapter, and is not when that is gone [W7]', async () => {
    const models = await open();
    const { page, palette, word, project } = models;
    const { projectId } = project;
    await palette.run(word('reports:commands.open'));
    await make(models);
    await page.locator('.reports-about').waitFor();
    const stale = page.getByText(word('reports:stale'));
    expect(await stale.count()).toBe(0);
    const { documentId } = await desk.call('documents:create', { projectId, title: '第二章' });
    await stale.waitFor();
    await desk.call('documents:delete', { projectId, documentId });
    await stale.waitFor({ state: 'detached' });
  });
});
