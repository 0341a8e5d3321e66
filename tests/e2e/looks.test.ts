import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { constraintsModel } from './pages/dock-models.ts';
import { hasFocus, settled } from './pages/settled.ts';

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
  });

  it('shows a long title whole, in two lines, in the binder', async () => {
    const { binder } = await desk.window('zh-CN', { project });
    const title = binder.binder.locator('.ui-row-title').filter({ hasText: '回信' });
    expect(await title.evaluate((e) => e.scrollHeight <= e.clientHeight + 1)).toBe(true);
    expect((await boxOf(title)).height).toBeGreaterThan(30);
  });

  it('draws names of a Chinese book in Chinese faces where the interface is English, the … of a cut one among them [W5]', async () => {
    const { page } = await desk.window('en', { project });
    const faceOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).fontFamily);
    const chinese = /^"Source Sans UI Zh"/;
    expect(await faceOf('.binder-tree .ui-row-title:lang(zh)')).toMatch(chinese);
    await page.keyboard.press('Control+Alt+2');
    expect(await faceOf('.structure-text:lang(zh)')).toMatch(chinese);
    expect(await faceOf('.structure-text:not(:lang(zh))')).not.toMatch(chinese);
  });

  it('shows titles whole on the cards of the corkboard, in a small window too [W1]', async () => {
    const book = await desk.project(
      {
        '01.md': '# Chapter One: The Night Roster\n\nSnow.\n\n***\n\nMore snow.\n',
        '02.md': '# Chapter Two: The Man from Inspection\n\nA knock.\n\n***\n\nAnother.\n',
      },
      'en',
    );
    const { page, word } = await desk.window('en', { project: book, width: 1024, height: 700 });
    await page.keyboard.press('Control+Alt+1');
    await page.getByRole('grid', { name: word('structure:corkboard') }).waitFor();
    await page.locator('.structure-card').nth(1).waitFor();
    await settled(page);
    const cut = await page
      .locator('.structure-card-title')
      .evaluateAll((titles) =>
        titles
          .filter(
            ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
              scrollWidth > clientWidth || scrollHeight > clientHeight + 1,
          )
          .map(({ textContent }) => textContent),
      );
    expect(cut).toEqual([]);
  });

  it('dims the desk behind a dialog, the palette among them', async () => {
    const { page } = await desk.window('zh-CN', { project });
    for (const keys of ['Control+Shift+H', 'Control+K']) {
      await page.keyboard.press(keys);
      await page.getByRole('dialog').waitFor();
      await settled(page);
      const ground = await page
        .locator('.ui-overlay')
        .evaluate((e) => getComputedStyle(e).backgroundColor);
      expect(ground).not.toBe('rgba(0, 0, 0, 0)');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });

  it('rings a choice that has the focus once, not its field as well [F24]', async () => {
    const { page } = await desk.window('en', { project });
    await page.keyboard.press('Control+Alt+E');
    const choice = page.getByRole('dialog').locator('.ui-select-button').first();
    await choice.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await hasFocus(choice);
    const rings = await choice.evaluate((button) =>
      [button, button.parentElement].map((one) => one && getComputedStyle(one).outlineStyle),
    );
    expect(rings).toEqual(['solid', 'none']);
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
  });

  it.each([
    [1440, 900],
    [1024, 700],
  ])('shows every page of the settings by its whole name, at %i × %i', async (width, height) => {
    const { page, word } = await desk.window('en', { project, width, height });
    await page.keyboard.press('Control+Comma');
    const settings = page.getByRole('dialog', { name: word('settings:title') });
    const list = settings.getByRole('tablist');
    await list.waitFor();
    await settled(page);
    const room = await boxOf(list);
    const names = await list.getByRole('tab').all();
    expect(names.length).toBe(10);
    for (const name of names) {
      const { x, y, right, bottom } = await boxOf(name);
      expect(x >= room.x && y >= room.y && right <= room.right && bottom <= room.bottom).toBe(true);
      expect(await name.evaluate((e) => e.scrollWidth <= e.clientWidth)).toBe(true);
    }
    const before = await boxOf(settings);
    await list.getByRole('tab', { name: word('settings:sections.shortcuts') }).click();
    await settled(page);
    // The window stays where it is from page to page.
    expect(await boxOf(settings)).toEqual(before);
  });

  it('says what will come where nothing is yet, and what one can do: versions, replacing', async () => {
    const { page, binder, word } = await desk.window('en', { project });
    await page.keyboard.press('Control+Shift+H');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(word('replace:hints.text.title')).waitFor();
    await dialog.getByText(word('replace:modes.rename')).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await binder.binder.getByText('归途').click();
    await page.getByText('天亮了。').waitFor();
    await page.keyboard.press('Control+Alt+H');
    const screen = page.getByRole('main', { name: word('history:title') });
    await screen.getByText(word('history:nowText')).waitFor();
    await screen.getByText(word('history:coming.before')).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await screen
      .getByRole('button', { name: word('history:keep') })
      .last()
      .click();
    await screen.getByRole('textbox', { name: word('history:rename.label') }).waitFor();
  });

  it('marks in what changed from outside the words that are new, and takes it back on request [B4]', async () => {
    const { projectId } = project;
    const { entityId } = await desk.call('knowledge:entities:create', {
      ...{ projectId, kind: 'character', name: '阿秋', summary: '卖豆腐的。' },
    });
    const folder = path.join(project.path, 'codex');
    const written = async () =>
      (await readdir(folder).catch(() => [])).find((name) => name.includes('阿秋'));
    await expect.poll(written, soon).toBeTruthy();
    const file = path.join(folder, (await written()) ?? '');
    const text = await readFile(file, 'utf8');
    const { page, palette, word } = await desk.window('zh-CN', { project });
    await writeFile(file, text.replace('卖豆腐的。', '卖豆腐的，左手揣在袖里。'));
    await page.getByRole('button', { name: word('outside:status', { count: 1 }) }).waitFor();
    await palette.run(word('outside:commands.open'));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('阿秋', { exact: false }).first().waitFor();
    expect(await dialog.locator('ins').allTextContents()).toEqual(['，左手揣在袖里']);
    const keep = word('outside:choices.changed.keep');
    await dialog.getByRole('button', { name: keep }).click();
    await dialog.getByText(word('outside:empty.title')).waitFor();
    const summary = async () => {
      const { items } = await desk.call('knowledge:entities:list', { projectId });
      return items.find((item) => item.entityId === entityId)?.summary;
    };
    await expect.poll(summary, soon).toBe('卖豆腐的。');
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
  });
});
