import { readFile } from 'node:fs/promises';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, startDesk, soon } from './pages/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const chapter = '# 第一章 雪夜\n\n他说：**“天冷”**。\n\n林远坐在灯下。\n';

/** Composes as an input method does: the latin letters first, then the chosen characters. */
async function compose(session: CDPSession, steps: readonly string[]): Promise<void> {
  for (const text of steps) {
    await session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  }
}

const commit = (session: CDPSession, text: string) => session.send('Input.insertText', { text });

const open = async (files: Record<string, string> = { '01.md': chapter }) => {
  const project = await desk.project(files);
  const window = await desk.window('zh-CN', { project });
  const session = await window.page.context().newCDPSession(window.page);
  const onDisk = () => readFile(desk.file(project, '01.md'), 'utf8');
  return { ...window, project, session, onDisk };
};

/** Longer than the longest wait of the autosave. */
const beyondAutosave = (page: Page) => page.waitForTimeout(2200);

describe('input methods', () => {
  it('F23 composes in the middle of a paragraph without losing or doubling a character', async () => {
    const { text, session, onDisk } = await open();
    await text.caretAfter('林远坐');
    await compose(session, ['n', 'ni', 'ni h', 'ni ha', 'ni hao']);
    await commit(session, '你好');
    await compose(session, ['s', 'sh', 'shi', 'shi j', 'shi jie']);
    await commit(session, '世界');
    await text.saved();
    await expect.poll(onDisk, soon).toBe(chapter.replace('林远坐', '林远坐你好世界'));
  });

  it('F23 composes beside hidden marks and in a new paragraph', async () => {
    const { page, text, session, onDisk } = await open();
    await text.caretAfter('“天冷”');
    await compose(session, ['l', 'le']);
    await commit(session, '了');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await compose(session, ['x', 'xue']);
    await commit(session, '雪');
    await text.saved();
    await expect.poll(onDisk, soon).toContain('\n\n雪\n\n林远');
    expect((await onDisk()).replaceAll('了', '').replace('雪\n\n', '')).toBe(chapter);
  });

  it('F23 writes no half-typed pinyin into the file, and saves what was typed before it', async () => {
    const { page, text, session, onDisk } = await open();
    await text.caretAfter('林远坐');
    await page.keyboard.type('着');
    await compose(session, ['d', 'de', 'deng']);
    await beyondAutosave(page);
    expect(await onDisk()).toBe(chapter.replace('林远坐', '林远坐着'));
    await commit(session, '等');
    await text.saved();
    await expect.poll(onDisk, soon).toBe(chapter.replace('林远坐', '林远坐着等'));
  });

  it('F23 composes at the very begin of a chapter, whose title stays one', async () => {
    const { page, text, session, onDisk } = await open();
    await text.caretAfter('林远坐');
    await page.keyboard.press('Control+Home');
    await compose(session, ['y', 'yo', 'you']);
    await commit(session, '又');
    await text.saved();
    await expect.poll(onDisk, soon).toBe(chapter.replace('第一章', '又第一章'));
  });

  it('F23 undoes a composition as one step', async () => {
    const { page, text, session, onDisk } = await open();
    await text.caretAfter('林远坐');
    await compose(session, ['n', 'ni']);
    await commit(session, '你');
    await text.saved();
    await page.keyboard.press('Control+Z');
    await text.saved();
    await expect.poll(onDisk, soon).toBe(chapter);
  });

  it('F23 leaves Enter and arrows to the input method in the palette', async () => {
    const { page, palette, session } = await open();
    await palette.open();
    await compose(session, ['b', 'ba']);
    await page.keyboard.press('Enter');
    expect(await palette.dialog.isVisible()).toBe(true);
  });
});
