import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './pages/axe.ts';
import { binderModel } from './pages/binder-model.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { settled } from './pages/settled.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const chinese = {
  '01.md': '# 第一章 记潮的人\n\n阿禾头一回上潮屋。\n\n***\n\n她不敢开口。\n\n***\n\n灯灭了。\n',
  '02.md': '# 第二章 门槛\n\n母亲量水。\n',
};
const english = {
  '01.md': '# Chapter One: The Ferry\n\nHe was gone.\n\n***\n\nThe lamp burned.\n',
  '02.md': '# Chapter Two: The Sill\n\nShe measured.\n\n***\n\nThe water rose.\n',
};

describe('a scene in the binder', () => {
  it('is moved by keyboard, in its chapter and into the next, is said to be, and comes back one by one [W1]', async () => {
    const project = await desk.project(chinese);
    const { projectId } = project;
    const { page } = await desk.window('zh-CN', { project, width: 1024, height: 700 });
    const { binder, chapter } = binderModel(page, 'zh-CN');
    const ids = project.documents.map(({ documentId }) => documentId);
    const textOf = (at: number) => async () =>
      (await desk.call('documents:read', { projectId, documentId: ids[at] ?? '' })).text;
    const scenes = binder.locator('.binder-scene .ui-row-title');
    const focused = page.locator('[role="row"]:focus');
    const notice = page.locator('.notice-area[data-place="binder"]');
    await chapter('记潮的人').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => scenes.count(), soon).toBe(3);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused.textContent(), soon).toContain('阿禾头一回上潮屋。');
    // No key waits for the answer to the one before it.
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    const turned = ['她不敢开口。', '灯灭了。', '阿禾头一回上潮屋。'];
    await expect.poll(() => scenes.allTextContents(), soon).toEqual(turned);
    await expect
      .poll(textOf(0), soon)
      .toBe('# 第一章 记潮的人\n\n她不敢开口。\n\n***\n\n灯灭了。\n\n***\n\n阿禾头一回上潮屋。\n');
    await expect.poll(() => focused.textContent(), soon).toContain('阿禾头一回上潮屋。');
    await expect.poll(() => notice.textContent(), soon).toContain('第 3 场');
    await page.keyboard.press('Alt+ArrowDown');
    await expect
      .poll(textOf(1), soon)
      .toBe('# 第二章 门槛\n\n阿禾头一回上潮屋。\n\n***\n\n母亲量水。\n');
    await expect.poll(() => notice.textContent(), soon).toContain('“门槛”的第 1 场');
    await expect.poll(() => focused.textContent(), soon).toContain('阿禾头一回上潮屋。');
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('Control+z');
    await expect.poll(textOf(0), soon).toBe(chinese['01.md']);
    await expect.poll(textOf(1), soon).toBe(chinese['02.md']);
    await expect.poll(() => scenes.count(), soon).toBe(3);
  });

  it('is dragged among scenes and onto a chapter, and sent to one by name, in English [W1]', async () => {
    const project = await desk.project(english, 'en');
    const { projectId } = project;
    const { page, word } = await desk.window('en', { project, colorScheme: 'dark' });
    const { binder, chapter, undo } = binderModel(page, 'en');
    const textOf = (at: number) => async () => {
      const documentId = project.documents[at]?.documentId ?? '';
      return (await desk.call('documents:read', { projectId, documentId })).text;
    };
    const scene = (words: string) => binder.locator('.binder-scene').filter({ hasText: words });
    for (const title of ['The Ferry', 'The Sill']) {
      await chapter(title).focus();
      await page.keyboard.press('ArrowRight');
    }
    await expect.poll(() => binder.locator('.binder-scene').count(), soon).toBe(4);
    await scene('The lamp').dragTo(scene('The water'), { targetPosition: { x: 60, y: 2 } });
    const between =
      '# Chapter Two: The Sill\n\nShe measured.\n\n***\n\nThe lamp burned.\n\n***\n\nThe water rose.\n';
    await expect.poll(textOf(1), soon).toBe(between);
    await expect.poll(textOf(0), soon).toBe('# Chapter One: The Ferry\n\nHe was gone.\n');
    await undo.click();
    await expect.poll(textOf(1), soon).toBe(english['02.md']);
    await expect.poll(textOf(0), soon).toBe(english['01.md']);

    await expect.poll(() => scene('The lamp').count(), soon).toBe(1);
    await scene('He was gone').dragTo(chapter('The Sill').first());
    const last = `${english['02.md']}\n***\n\nHe was gone.\n`;
    await expect.poll(textOf(1), soon).toBe(last);
    await undo.click();
    await expect.poll(textOf(1), soon).toBe(english['02.md']);

    await expect.poll(() => scene('The lamp').count(), soon).toBe(1);
    await scene('The lamp').hover();
    const label = word('binder:sceneMenu.label', { scene: 'The lamp burned.' });
    await scene('The lamp').getByRole('button', { name: label }).click();
    await page.getByRole('menuitem', { name: word('binder:sceneMenu.moveTo') }).click();
    const dialog = page.getByRole('dialog', { name: word('binder:sceneTarget.label') });
    await dialog.getByRole('combobox').fill('sill');
    await expect.poll(() => dialog.getByRole('option').allTextContents(), soon).toHaveLength(1);
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(textOf(1), soon).toBe(`${english['02.md']}\n***\n\nThe lamp burned.\n`);
  });
});

describe('a scene in the views of the whole book', () => {
  it('is moved by keys in outline and corkboard, dragged among cards and lines, and each step comes back with the keys where it was [W1]', async () => {
    const project = await desk.project(chinese);
    const { projectId } = project;
    const { page, text, word } = await desk.window('zh-CN', { project, width: 1024, height: 700 });
    const textOf = (at: number) => async () => {
      const documentId = project.documents[at]?.documentId ?? '';
      return (await desk.call('documents:read', { projectId, documentId })).text;
    };
    const focused = page.locator('[data-cell]:focus');
    const hasKeys = (words: string) =>
      expect.poll(() => focused.textContent(), soon).toContain(words);
    const isAsBefore = async (): Promise<void> => {
      await expect.poll(textOf(0), soon).toBe(chinese['01.md']);
      await expect.poll(textOf(1), soon).toBe(chinese['02.md']);
    };
    await text.text.focus();
    await page.keyboard.press('Control+Alt+2');
    const outline = page.getByRole('grid', { name: word('structure:outline') });
    await expect.poll(() => outline.locator('[aria-expanded="false"]').count(), soon).toBe(1);
    await hasKeys('记潮的人');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => outline.textContent(), soon).toContain('灯灭了。');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await hasKeys('灯灭了。');
    // Into the next chapter, and one further; no key waits for the answer to the one before it.
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(textOf(1), soon).toBe('# 第二章 门槛\n\n母亲量水。\n\n***\n\n灯灭了。\n');
    await hasKeys('2.2灯灭了。');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await isAsBefore();
    await hasKeys('1.3灯灭了。');
    const line = (words: string) => outline.getByRole('row').filter({ hasText: words });
    await expect.poll(() => line('灯灭了。').count(), soon).toBe(1);
    await line('灯灭了。').dragTo(line('阿禾头一回上潮屋。'));
    await expect
      .poll(textOf(0), soon)
      .toBe('# 第一章 记潮的人\n\n灯灭了。\n\n***\n\n阿禾头一回上潮屋。\n\n***\n\n她不敢开口。\n');
    await hasKeys('1.1灯灭了。');
    await page.keyboard.press('Control+z');
    await isAsBefore();
    await hasKeys('1.3灯灭了。');

    await page.keyboard.press('Control+Alt+1');
    const board = page.getByRole('grid', { name: word('structure:corkboard') });
    const cards = board.locator('.structure-scene');
    await expect.poll(() => cards.count(), soon).toBe(3);
    await hasKeys('记潮的人');
    await page.keyboard.press('ArrowDown');
    await hasKeys('1.1阿禾头一回上潮屋。');
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(() => cards.first().textContent(), soon).toContain('她不敢开口。');
    await hasKeys('1.2阿禾头一回上潮屋。');
    await page.keyboard.press('Control+z');
    await isAsBefore();
    await hasKeys('1.1阿禾头一回上潮屋。');
    await expect.poll(() => cards.first().textContent(), soon).toContain('阿禾头一回上潮屋。');
    const sill = board.locator('.structure-card').filter({ hasText: '门槛' });
    await cards.nth(1).dragTo(sill);
    await expect.poll(textOf(1), soon).toBe('# 第二章 门槛\n\n母亲量水。\n\n***\n\n她不敢开口。\n');
    await hasKeys('2.2她不敢开口。');
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Control+z');
    await isAsBefore();
  });
});
