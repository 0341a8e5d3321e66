import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, type DeskModels, soon, startDesk } from './pages/desk.ts';
import { settled } from './pages/settled.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const chinese = {
  '上卷/01.md': '# 第一章 记潮的人\n\n阿禾上潮屋。\n\n***\n\n她不敢开口。\n\n***\n\n灯灭了。\n',
  '上卷/02.md': '# 第二章 门槛\n\n母亲量水。\n',
  '下卷/03.md': '# 第三章 空簿\n\n簿子泡在水里。\n',
};
const english = {
  '01.md': '# Chapter One: The Ferry\n\nHe was gone.\n\n***\n\nThe lamp burned.\n',
  '02.md': '# Chapter Two: The Sill\n\nShe measured.\n',
  '03.md': '# Chapter Three: The Book\n\nIt was wet.\n',
};

/** The views of the whole book, by keyboard alone. */
const viewsOf = ({ page, word, text }: DeskModels, { projectId, documents }: ProjectInfo) => {
  const focused = page.locator('[data-cell]:focus');
  return {
    /** Presses keys one after another; none waits for the answer to the one before it. */
    async press(...keys: string[]) {
      for (const key of keys) await page.keyboard.press(key);
    },
    hasKeys: (words: string) => expect.poll(() => focused.textContent(), soon).toContain(words),
    says: (key: string, values: Record<string, string | number>) =>
      expect
        .poll(() => page.locator('.structure-said').textContent(), soon)
        .toBe(word(`structure:lift.${key}`, values)),
    lifted: page.locator('[data-lifted]'),
    grid: (view: string) => page.getByRole('grid', { name: word(`structure:${view}`) }),
    async open(view: 'corkboard' | 'outline') {
      await text.text.focus();
      await page.keyboard.press(view === 'corkboard' ? 'Control+Alt+1' : 'Control+Alt+2');
      await page.getByRole('grid', { name: word(`structure:${view}`) }).waitFor();
    },
    titles: async () =>
      (await desk.call('documents:list', { projectId })).documents.map(({ title }) => title),
    textOf: (at: number) => async () => {
      const documentId = documents[at]?.documentId ?? '';
      return (await desk.call('documents:read', { projectId, documentId })).text;
    },
  };
};

describe('a card that is picked up by keyboard', () => {
  it('is carried by arrows and put down in one step, goes back at Esc, and every place is told [W1]', async () => {
    const project = await desk.project(chinese);
    const models = await desk.window('zh-CN', { project });
    const { page } = models;
    const { open, press, says, hasKeys, titles, grid, lifted } = viewsOf(models, project);
    const before = ['第一章 记潮的人', '第二章 门槛', '第三章 空簿'];
    await open('corkboard');
    await hasKeys('记潮的人');
    const name = '第一章 记潮的人';
    await press('Space');
    await says('place', { name, place: 1, count: 3 });
    expect(await lifted.textContent()).toContain('记潮的人');
    await press('ArrowRight', 'ArrowRight', 'ArrowLeft');
    await says('place', { name, place: 2, count: 3 });
    await hasKeys('记潮的人');
    expect(await page.locator('.structure-place[data-part="hole"]').count()).toBe(1);
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    // Nothing is written before it is put down.
    expect(await titles()).toEqual(before);
    await press('Escape');
    await says('back', { name });
    expect(await lifted.count()).toBe(0);
    expect(await grid('corkboard').count()).toBe(1);
    await hasKeys('记潮的人');
    await press('Space', 'End', 'Space');
    await expect.poll(titles, soon).toEqual(['第二章 门槛', '第三章 空簿', '第一章 记潮的人']);
    await expect.poll(() => lifted.count(), soon).toBe(0);
    await hasKeys('记潮的人');
    // Two places on, one step back; the undo key while one is held puts that one back alone.
    await press('Space', 'ArrowLeft', 'Control+z');
    await says('back', { name });
    await press('Control+z');
    await expect.poll(titles, soon).toEqual(before);
    await press('Escape');
    await expect.poll(() => grid('corkboard').count(), soon).toBe(0);
  });

  it('is a scene too, also in the outline and into a chapter that is a single scene, in English and dark [W1]', async () => {
    const project = await desk.project(english, 'en');
    const size = { width: 1024, height: 700 };
    const models = await desk.window('en', { project, colorScheme: 'dark', ...size });
    const { page } = models;
    const { open, press, says, hasKeys, textOf, grid, lifted } = viewsOf(models, project);
    await open('outline');
    const outline = grid('outline');
    await expect.poll(() => outline.locator('[aria-expanded="false"]').count(), soon).toBe(1);
    await hasKeys('The Ferry');
    await press('ArrowRight');
    await expect.poll(() => outline.textContent(), soon).toContain('The lamp burned.');
    await press('ArrowDown', 'Space');
    const name = '1.1 He was gone.';
    await says('place', { name, place: 1, count: 2 });
    await press('ArrowDown', 'ArrowDown', 'ArrowDown');
    await says('placeIn', { name, place: 2, count: 2, title: 'The Sill' });
    expect(await lifted.textContent()).toContain('He was gone.');
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await press('Space');
    await expect
      .poll(textOf(1), soon)
      .toBe('# Chapter Two: The Sill\n\nShe measured.\n\n***\n\nHe was gone.\n');
    await hasKeys('2.2He was gone.');
    await press('Control+z');
    await expect.poll(textOf(0), soon).toBe(english['01.md']);
    await expect.poll(textOf(1), soon).toBe(english['02.md']);
    await hasKeys('1.1He was gone.');

    await press('Control+Alt+1');
    await grid('corkboard').waitFor();
    await hasKeys('The Ferry');
    await press('ArrowDown');
    await hasKeys('1.1He was gone.');
    await press('Space', 'ArrowRight');
    await says('place', { name, place: 2, count: 2 });
    await press('Enter');
    await expect
      .poll(textOf(0), soon)
      .toBe('# Chapter One: The Ferry\n\nThe lamp burned.\n\n***\n\nHe was gone.\n');
    await press('Control+z');
    await expect.poll(textOf(0), soon).toBe(english['01.md']);
  });

  it('is followed through what another window does, and let go of with a word where its place is gone [W1]', async () => {
    const project = await desk.project(chinese);
    const { projectId, documents } = project;
    const models = await desk.window('zh-CN', { project });
    const { page } = models;
    const { open, press, says, hasKeys, titles, textOf, lifted, grid } = viewsOf(models, project);
    const idOf = (at: number) => documents[at]?.documentId ?? '';
    const write = async (at: number, from: string, to: string) => {
      const documentId = idOf(at);
      const now = await desk.call('documents:read', { projectId, documentId });
      const text = now.text.replace(from, to);
      await desk.call('documents:save', {
        ...{ projectId, documentId, text, expectedVersion: now.version },
      });
    };
    await open('corkboard');
    await expect.poll(() => grid('corkboard').textContent(), soon).toContain('3 场');
    await hasKeys('记潮的人');
    await press('Shift+Enter', 'ArrowDown');
    await hasKeys('1.1阿禾上潮屋。');
    await press('Space', 'ArrowRight');
    const first = '1.1 阿禾上潮屋。';
    await says('place', { name: first, place: 2, count: 3 });
    // A scene is written before it elsewhere: it is the second by now, and goes to the third place.
    await write(0, '阿禾上潮屋。', '雪。\n\n***\n\n阿禾上潮屋。');
    const second = '1.2 阿禾上潮屋。';
    await says('place', { name: second, place: 3, count: 4 });
    await hasKeys(second.replace(' ', ''));
    await write(0, '灯灭了。', '灯又亮了。');
    await says('lost', { name: second });
    expect(await lifted.count()).toBe(0);
    expect(await textOf(0)()).toContain('雪。\n\n***\n\n阿禾上潮屋。\n\n***\n\n她不敢开口。');

    await press('ArrowLeft', 'ArrowLeft');
    await hasKeys('记潮的人');
    await press('ArrowRight');
    await hasKeys('门槛');
    await press('Space', 'ArrowLeft');
    await says('place', { name: '第二章 门槛', place: 1, count: 3 });
    await desk.call('documents:delete', { projectId, documentId: idOf(1) });
    await expect.poll(() => lifted.count(), soon).toBe(0);
    await expect.poll(titles, soon).toEqual(['第一章 记潮的人', '第三章 空簿']);
    await says('lost', { name: '第二章 门槛' });

    // A window that is closed while it holds one has done nothing.
    await press('Home');
    await hasKeys('记潮的人');
    await press('Space', 'End');
    await says('place', { name: '第一章 记潮的人', place: 2, count: 2 });
    await page.close();
    expect(await titles()).toEqual(['第一章 记潮的人', '第三章 空簿']);
  });

  it('lets whoever goes elsewhere go there, and takes a key that is held down for one [W1]', async () => {
    const project = await desk.project(chinese);
    const models = await desk.window('zh-CN', { project });
    const { page } = models;
    const { open, press, hasKeys, titles, grid, lifted } = viewsOf(models, project);
    const before = ['第一章 记潮的人', '第二章 门槛', '第三章 空簿'];
    await open('corkboard');
    await hasKeys('记潮的人');
    await press('Space', 'ArrowRight');
    await expect.poll(() => lifted.count(), soon).toBeGreaterThan(0);
    await press('Tab');
    await expect.poll(() => lifted.count(), soon).toBe(0);
    await settled(page);
    const isIn = (): Promise<boolean> =>
      grid('corkboard').evaluate((one) => one.contains(document.activeElement));
    expect(await isIn()).toBe(false);
    expect(await titles()).toEqual(before);
    await press('Shift+Tab');
    await hasKeys('记潮的人');
    await press('Space', 'ArrowRight');
    // Held: the keyboard repeats it, after it has put the card down.
    await page.keyboard.down('Space');
    for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down('Space');
    await page.keyboard.up('Space');
    await expect.poll(titles, soon).toEqual(['第二章 门槛', '第一章 记潮的人', '第三章 空簿']);
    await expect.poll(() => lifted.count(), soon).toBe(0);
    await hasKeys('记潮的人');
  });
});

const middleOf = async (place: Locator) => {
  const { x, y, width, height } = (await place.boundingBox()) ?? assert.fail('not drawn');
  return { x: x + width / 2, y: y + height / 2, width, height };
};

describe('what is dragged in the views of the whole book', () => {
  it('goes to the side of a card or line that the bar stands at, forward and back, over the border of a volume [W1]', async () => {
    const project = await desk.project(chinese);
    const { projectId } = project;
    const { page, word, text } = await desk.window('en', { project });
    const places = async () =>
      (await desk.call('documents:list', { projectId })).documents.map(
        ({ title, group }) => `${group} ${title.slice(4)}`,
      );
    await text.text.focus();
    /** Drags one onto a part of another, and asks where the bar stands before letting go. */
    const drag = async (rows: string, [moved, onto]: [string, string], part: [number, number]) => {
      const row = (title: string) => page.locator(rows, { hasText: title });
      const from = await middleOf(row(moved));
      const to = await middleOf(row(onto));
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      const at = [to.x + part[0] * to.width, to.y + part[1] * to.height] as const;
      await page.mouse.move(at[0], at[1] - 2);
      await page.mouse.move(...at, { steps: 4 });
      const bar = page.locator('[data-over]:not([data-over="false"])');
      await expect.poll(() => bar.count(), soon).toBe(1);
      const side = await bar.getAttribute('data-over');
      await page.mouse.up();
      return side;
    };
    /** In the book, once the view shows them in the same order. */
    const placesBy = async (rows: string) => {
      const stored = await places();
      const drawn = await page.locator(rows).allTextContents();
      const isDrawn = stored.every((place, at) => drawn[at]?.includes(place.slice(3)));
      return isDrawn ? stored : drawn;
    };
    const card = '.structure-card';
    await page.keyboard.press('Control+Alt+1');
    await page.getByRole('grid', { name: word('structure:corkboard') }).waitFor();
    await settled(page);
    // Forward to the first of the next volume; back to the last of the one before.
    expect(await drag(card, ['门槛', '空簿'], [-0.3, 0])).toBe('before');
    await expect
      .poll(() => placesBy(card), soon)
      .toEqual(['上卷 记潮的人', '下卷 门槛', '下卷 空簿']);
    expect(await drag(card, ['门槛', '记潮的人'], [0.3, 0])).toBe('after');
    await expect
      .poll(() => placesBy(card), soon)
      .toEqual(['上卷 记潮的人', '上卷 门槛', '下卷 空簿']);
    expect(await drag(card, ['记潮的人', '空簿'], [0.3, 0])).toBe('after');
    await expect
      .poll(() => placesBy(card), soon)
      .toEqual(['上卷 门槛', '下卷 空簿', '下卷 记潮的人']);
    await page.keyboard.press('Control+Alt+2');
    await page.getByRole('grid', { name: word('structure:outline') }).waitFor();
    await settled(page);
    const line = '.structure-line:not(.structure-volume-row, .structure-head)';
    expect(await drag(line, ['门槛', '空簿'], [0, -0.3])).toBe('before');
    await expect
      .poll(() => placesBy(line), soon)
      .toEqual(['下卷 门槛', '下卷 空簿', '下卷 记潮的人']);
    expect(await drag(line, ['记潮的人', '门槛'], [0, 0.3])).toBe('after');
    await expect
      .poll(() => placesBy(line), soon)
      .toEqual(['下卷 门槛', '下卷 记潮的人', '下卷 空簿']);
  });
});
