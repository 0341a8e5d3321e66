import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { constraintsModel } from './pages/dock-models.ts';
import { settled } from './pages/settled.ts';

let desk: Desk;
let project: ProjectInfo;

const files = {
  '01.md':
    '# 第四十五章 省城来信与那封没有寄出去的回信\n\n雪停了。\n\n林远推开门，屋里没有人，只有一盏灯还亮着。\n',
  '02.md': '# 第四十六章 归途\n\n天亮了。\n',
};

beforeAll(async () => {
  desk = await startDesk();
  project = await desk.project(files);
  await desk.call('constraints:create', {
    projectId: project.projectId,
    type: 'narrative',
    text: '全书用第三人称。',
  });
});
afterAll(() => desk.close());

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('not on the screen');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

/** The right end of the words of a paragraph. */
const endOfWords = (page: Page, words: string): Promise<number> =>
  page
    .locator('.page-text .cm-line')
    .filter({ hasText: words })
    .evaluate((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      return Math.max(...[...range.getClientRects()].map(({ right }) => right));
    });

describe('what is seen of the desk', () => {
  it('tints selected words and not the empty end of their line', async () => {
    const { page, text } = await desk.window('zh-CN', { project });
    await text.caretAfter('雪停了。');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    const tints = page.locator('.page-selection');
    await tints.first().waitFor();
    await settled(page);
    const end = await endOfWords(page, '雪停了。');
    const paragraph = await boxOf(text.paragraph('雪停了。'));
    const tint = await boxOf(tints.first());
    expect(Math.abs(tint.right - end)).toBeLessThan(12);
    expect(tint.right).toBeLessThan(paragraph.right - 100);
    await page.close();
  });

  it('shows a long title whole, in two lines, in the binder', async () => {
    const { page, binder } = await desk.window('zh-CN', { project });
    const title = binder.binder.locator('.ui-row-title').filter({ hasText: '回信' });
    expect(await title.evaluate((e) => e.scrollHeight <= e.clientHeight + 1)).toBe(true);
    expect((await boxOf(title)).height).toBeGreaterThan(30);
    await page.close();
  });

  it('dims the desk behind a dialog', async () => {
    const { page } = await desk.window('zh-CN', { project });
    await page.keyboard.press('Control+Shift+H');
    await page.getByRole('dialog').waitFor();
    await settled(page);
    const ground = await page
      .locator('.ui-overlay')
      .evaluate((e) => getComputedStyle(e).backgroundColor);
    expect(ground).not.toBe('rgba(0, 0, 0, 0)');
    await page.close();
  });

  it('lays a notice over no field and no list', async () => {
    const { page } = await desk.window('zh-CN', { project });
    const constraints = constraintsModel(page, 'zh-CN');
    await constraints.show();
    await constraints.rows.first().locator('[data-rove]').focus();
    await page.keyboard.press('Delete');
    await constraints.undo.waitFor();
    await settled(page);
    const notice = await boxOf(page.locator('.notice-area[data-place="dock"]'));
    const panel = await boxOf(page.locator('.dock-column'));
    expect(notice.y).toBeGreaterThanOrEqual(panel.bottom - 1);
    await page.keyboard.press('Control+Z');
    await expect.poll(() => constraints.rows.count(), soon).toBe(1);
    await page.close();
  });

  it('has one heading of the first level and no finding of axe, with and without its binder [F24]', async () => {
    const { page } = await desk.window('zh-CN', { project });
    const constraints = constraintsModel(page, 'zh-CN');
    await constraints.show();
    await constraints.rows.first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Control+\\');
    await page.getByRole('navigation').waitFor({ state: 'detached' });
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    await page.close();
  });
});
