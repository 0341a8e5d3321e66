/** What is proposed for the chapters of a book, in the window (E3). */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, type DeskModels, soon, startDesk } from './pages/desk.ts';
import { connectScriptedModel } from './pages/scripted-model.ts';
import { hasFocus } from './pages/settled.ts';

let desk: Desk;
let server: ModelServer;
beforeAll(async () => {
  [desk, server] = await Promise.all([startDesk(), startModelServer()]);
  await connectScriptedModel(desk, server);
});
afterAll(async () => {
  await desk.close();
  await server.close();
});

const files = {
  '上卷/01.md': '# 第一章 记潮的人\n\n阿禾头一回上潮屋。\n\n她不敢开口。\n',
  '上卷/02.md': '# 第二章 门槛\n\n母亲量水。\n',
  '下卷/03.md': '# 第三章 空簿\n\n簿子泡在水里。\n',
};

/** The buttons that accept what is proposed, of the proposals that are drawn. */
const takesOf = (dialog: Locator, word: DeskModels['word']): Locator =>
  dialog.getByRole('listitem').getByRole('button', { name: word('synopses:accept') });

describe('synopses that a model proposes', () => {
  it('are asked for where chapters have none, and the one that is accepted stands in the outline [E3]', async () => {
    server.script({ pieces: ['阿禾不敢开口。'] }, { pieces: ['母亲量水。'] });
    const project = await desk.project(files);
    const { projectId } = project;
    const documentId = project.documents[2]?.documentId ?? '';
    await desk.call('documents:update', { projectId, documentId, synopsis: '簿子空了。' });
    const { page, word, text } = await desk.window('zh-CN', { project });
    await text.text.focus();
    await page.keyboard.press('Control+Alt+2');
    const grid = page.getByRole('grid', { name: word('structure:outline') });
    await expect.poll(() => grid.textContent(), soon).toContain('簿子空了。');
    await page.getByRole('button', { name: word('synopses:title'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: word('synopses:title') });
    const shown = () => dialog.textContent();
    await dialog.getByRole('button', { name: word('synopses:start') }).click();
    const ended = word('synopses:ended.done', { done: 2, total: 2 });
    await expect.poll(shown, soon).toContain(ended);
    await expect.poll(shown, soon).toContain('阿禾不敢开口。');
    expect(await axeFindings(page)).toEqual([]);
    const take = takesOf(dialog, word);
    await expect.poll(() => take.count(), soon).toBe(2);
    await take.first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => take.count(), soon).toBe(1);
    // The button that was pressed has gone with its synopsis, and the focus with it.
    await dialog.press('Escape');
    await expect.poll(() => dialog.count(), soon).toBe(0);
    await expect.poll(() => grid.textContent(), soon).toContain('阿禾不敢开口。');
    expect(await grid.textContent()).not.toContain('母亲量水。');
    // An accepted one is taken back, and waits again.
    const undo = page.getByRole('button', { name: word('app:actions.undo'), exact: true });
    await undo.click();
    await expect.poll(() => grid.textContent(), soon).not.toContain('阿禾不敢开口。');
    expect((await desk.call('synopses:list', { projectId })).items).toHaveLength(2);

    const menu = { title: '门槛' };
    await page.getByRole('button', { name: word('binder:menu.label', menu), exact: true }).click();
    await page.getByRole('menuitem', { name: word('synopses:one.menu') }).click();
    await expect.poll(shown, soon).toContain('母亲量水。');
    // What waits is paid: nothing is asked again.
    expect(server.calls).toHaveLength(2);
  });

  it('are a list of which only those on the screen are drawn, and the keyboard reaches each of them [E3]', async () => {
    server.script({ pieces: ['簿子泡在水里，阿禾不敢开口。'] });
    const count = 60;
    const project = await desk.project(
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `${String(at + 1).padStart(2, '0')}.md`,
          `# 第${at + 1}章 潮\n\n这是第${at + 1}夜，灯灭了。\n`,
        ]),
      ),
    );
    const { projectId } = project;
    const waiting = async () => (await desk.call('synopses:list', { projectId })).items.length;
    await desk.call('synopses:job:start', { projectId, which: 'all' });
    // Sixty requests, one after the other.
    await expect.poll(waiting, { timeout: 90_000 }).toBe(count);
    const { page, word, palette } = await desk.window('en', { project, width: 1024, height: 700 });
    await palette.run(word('synopses:title'));
    const dialog = page.getByRole('dialog', { name: word('synopses:title') });
    const take = takesOf(dialog, word);
    await take.first().waitFor();
    const nameOf = (at: number) =>
      word('synopses:of', { action: word('synopses:accept'), title: `第${at}章 潮` });
    const takeOf = (at: number) => dialog.getByRole('button', { name: nameOf(at), exact: true });
    expect(await take.count()).toBeLessThan(count / 2);
    expect(await axeFindings(page)).toEqual([]);

    // Scrolled by the wheel it is still a stop of the Tab key.
    await take.first().hover();
    await page.mouse.wheel(0, 3000);
    await expect.poll(() => takeOf(25).count(), soon).toBe(1);
    await dialog.getByRole('button', { name: word('synopses:acceptAll') }).focus();
    await page.keyboard.press('Tab');
    await hasFocus(takeOf(1));
    await page.keyboard.press('ArrowDown');
    await hasFocus(takeOf(2));
    await page.keyboard.press('End');
    await hasFocus(takeOf(count));
    await page.keyboard.press('Tab');
    await hasFocus(dialog.getByRole('button', { name: word('synopses:reject') }).last());
    await page.keyboard.press('Enter');
    await hasFocus(takeOf(count - 1));
    await page.keyboard.press('Home');
    await hasFocus(takeOf(1));
    await page.keyboard.press('Enter');
    await hasFocus(takeOf(2));
    await expect.poll(waiting, soon).toBe(count - 2);
    const rows = dialog.getByRole('listitem');
    expect(await rows.first().getAttribute('aria-setsize')).toBe(String(count - 2));
  });
});
