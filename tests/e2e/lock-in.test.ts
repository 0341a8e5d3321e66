import { readFile } from 'node:fs/promises';
import type { CDPSession } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '#shared/domain/identifiers.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { hasFocus } from './pages/settled.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const files = {
  '01.md': '# 第一章 雪夜\n\n林远坐在灯下。\n',
  '02.md': '# 第二章 门槛\n\n母亲量水。\n',
};

type Wanted = {
  kind?: 'words' | 'minutes';
  amount: number;
  onlyForward?: boolean;
  fills?: boolean;
};

/** A desk with a book, and the way into the lock-in. */
const open = async (language: Language = 'zh-CN', isOwn = false) => {
  const project = await desk.project(files);
  const window = await desk.window(language, { project, isOwn, width: 1024, height: 700 });
  const { page, palette, text, word } = window;
  const strip = page.locator('.lock-in-strip');
  const dialog = page.getByRole('dialog', { name: word('lock-in:title') });
  const enter = async ({ kind = 'words', amount, onlyForward = false, fills = false }: Wanted) => {
    await palette.run(word('lock-in:commands.open'));
    if (kind === 'minutes')
      await dialog.getByText(word('lock-in:kinds.minutes'), { exact: true }).click();
    await dialog.getByRole('textbox').fill(String(amount));
    if (!fills) await dialog.getByText(word('lock-in:fill')).click();
    if (onlyForward) await dialog.getByText(word('lock-in:onlyForward')).click();
    await dialog.getByRole('textbox').press('Enter');
    await strip.waitFor();
    // The dialog gives the keys back once it is gone.
    await hasFocus(text.text);
  };
  const left = (count: number) => word('lock-in:strip.left.words', { count });
  const onDisk = () => readFile(desk.file(project, '01.md'), 'utf8');
  const hasStrip = (text: string) => expect.poll(() => strip.textContent(), soon).toContain(text);
  return { ...window, project, strip, dialog, enter, left, onDisk, hasStrip };
};

const compose = async (session: CDPSession, text: string) => {
  for (const typed of ['n', 'ni']) {
    await session.send('Input.imeSetComposition', {
      text: typed,
      selectionStart: 2,
      selectionEnd: 2,
    });
  }
  await session.send('Input.insertText', { text });
};

describe('the lock-in [W3, F26]', () => {
  it('shows the page alone until the words are written: nothing else answers, what is pasted does not count', async () => {
    const { page, text, binder, strip, enter, left, onDisk, hasStrip, word } = await open();
    await text.caretAfter('林远坐在灯下。');
    await enter({ amount: 10 });
    await hasStrip(left(10));
    await expect.poll(() => binder.binder.count(), soon).toBe(0);
    expect(await page.locator('.page-head, .status-bar, .dock-column').count()).toBe(0);
    for (const keys of ['Control+K', 'Control+,', 'Control+Shift+F', 'Control+J', 'F11']) {
      await page.keyboard.press(keys);
    }
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.locator('.dock-column').count()).toBe(0);
    await page.keyboard.insertText('窗外下雪了');
    await hasStrip(left(5));
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', '贴来的一句话很长');
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await expect.poll(() => text.text.textContent(), soon).toContain('贴来的一句话很长');
    await page.keyboard.insertText('他看灯');
    await hasStrip(left(2));
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.insertText('一夜');
    await hasStrip(word('lock-in:strip.done.words', { count: 10 }));
    // It is done and stays done; the page stays until the writer goes.
    await page.keyboard.press('Backspace');
    await page.waitForTimeout(500);
    await hasStrip(word('lock-in:strip.done.words', { count: 10 }));
    await page.keyboard.press('Escape');
    await expect.poll(() => strip.count(), soon).toBe(0);
    await binder.binder.waitFor();
    await expect.poll(onDisk, soon).toContain('窗外下雪了贴来的一句话很长他看灯一');
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog', { name: word('palette:label') }).waitFor();
  });

  it('lets go of whoever holds Esc for three seconds, or presses the button and waits; a short Esc changes nothing', async () => {
    const { page, text, strip, enter, left, onDisk, hasStrip, word } = await open('en');
    await text.caretAfter('林远坐在灯下。');
    await enter({ amount: 1000 });
    await page.keyboard.insertText('雪');
    await page.keyboard.press('Escape');
    await page.waitForTimeout(3500);
    await hasStrip(left(999));
    const button = (key: string) => page.getByRole('button', { name: word(key), exact: true });
    await button('lock-in:strip.leave').click();
    await button('lock-in:strip.stay').click();
    await page.waitForTimeout(3500);
    await hasStrip(left(999));
    await text.text.focus();
    await page.keyboard.down('Escape');
    await hasStrip(word('lock-in:strip.leaving', { count: 3 }));
    await expect.poll(() => strip.count(), soon).toBe(0);
    await page.keyboard.up('Escape');
    await expect.poll(onDisk, soon).toContain('灯下。雪');
    await enter({ amount: 20 });
    await button('lock-in:strip.leave').click();
    await expect.poll(() => strip.count(), soon).toBe(0);
  });

  it('only forward: nothing is deleted, typed over, cut or taken back, and an input method still composes', async () => {
    const { page, text, strip, enter, onDisk, hasStrip, left } = await open();
    const session = await page.context().newCDPSession(page);
    await text.caretAfter('林远坐在灯下。');
    await enter({ amount: 4, onlyForward: true });
    await page.keyboard.insertText('雪');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+Backspace');
    await page.keyboard.press('Control+Z');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Control+X');
    await page.keyboard.insertText('没');
    await page.keyboard.press('End');
    await compose(session, '你好');
    await hasStrip(left(1));
    await expect.poll(onDisk, soon).toContain('林远坐在灯下。雪你好\n');
    await page.keyboard.insertText('了');
    await hasStrip('4');
    // It holds nobody once it is done.
    await page.keyboard.press('Backspace');
    await expect.poll(onDisk, soon).toContain('林远坐在灯下。雪你好\n');
    await page.keyboard.press('Escape');
    await expect.poll(() => strip.count(), soon).toBe(0);
  });

  it('has the keys again as soon as a chapter that another window deleted is put back [F17]', async () => {
    const { page, text, project, enter, onDisk, word } = await open();
    const { projectId } = project;
    const documentId = project.documents[0]?.documentId ?? '';
    await text.caretAfter('林远坐在灯下。');
    await enter({ amount: 100 });
    await desk.call('documents:delete', { projectId, documentId });
    await page.getByRole('button', { name: word('editor:gone.putBack'), exact: true }).click();
    await page.locator('.page-foot').waitFor({ state: 'detached' });
    await hasFocus(text.text);
    await page.keyboard.insertText('雪');
    await expect.poll(onDisk, soon).toContain('林远坐在灯下。雪');
  });

  it('holds by minutes, of a clock that only goes forward', async () => {
    const { page, enter, hasStrip, word } = await open('zh-CN', true);
    await page.clock.install();
    await enter({ kind: 'minutes', amount: 2 });
    await hasStrip(word('lock-in:strip.left.minutes', { count: 2 }));
    await page.clock.fastForward('01:30');
    await hasStrip(word('lock-in:strip.left.minutes', { count: 1 }));
    await page.clock.fastForward('00:31');
    await hasStrip(word('lock-in:strip.done.minutes', { count: 2 }));
    expect(await page.locator('.page-head').count()).toBe(0);
  });

  it('fills the screen, offers it again where it was given back, and gives it back at the end; who loads the page anew is out', async () => {
    const { page, text, strip, enter, word } = await open();
    const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
    await enter({ amount: 10, fills: true });
    await expect.poll(isFull, soon).toBe(true);
    await page.evaluate(() => document.exitFullscreen());
    await page.getByRole('button', { name: word('lock-in:strip.fill'), exact: true }).click();
    await expect.poll(isFull, soon).toBe(true);
    await text.text.focus();
    await page.keyboard.down('Escape');
    await expect.poll(() => strip.count(), soon).toBe(0);
    await page.keyboard.up('Escape');
    await expect.poll(isFull, soon).toBe(false);
    await enter({ amount: 10 });
    // The browser asks first, as the writer did something here; the answer is yes.
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await text.ready();
    expect(await strip.count()).toBe(0);
  });
});
