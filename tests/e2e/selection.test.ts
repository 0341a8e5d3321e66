import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, type DeskModels, soon, startDesk } from './pages/desk.ts';
import { connectScriptedModel } from './pages/scripted-model.ts';
import { writeModel } from './pages/write-model.ts';
import { hasFocus, settled } from './pages/settled.ts';

let desk: Desk;
let server: ModelServer;

beforeAll(async () => {
  desk = await startDesk();
  server = await startModelServer();
  await connectScriptedModel(desk, server);
});
afterAll(async () => {
  await server.close();
  await desk.close();
});

/** Draws the pointer over the middle of a paragraph. */
const selectByPointer = async ({ page, text }: DeskModels, words: string): Promise<void> => {
  await settled(page);
  const box = await text.paragraph(words).boundingBox();
  if (box === null) throw new Error('The paragraph is not drawn.');
  await page.mouse.move(box.x + 60, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 130, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
};

describe.each(['zh-CN', 'en'] as const)('selected text, %s', (language) => {
  const isChinese = language === 'zh-CN';
  const words = isChinese
    ? { chapter: '# 雪夜\n\n窗外的雪落了一夜。\n\n他走了。\n', line: '窗外的雪落了一夜。' }
    : {
        chapter: '# Snow\n\nThe snow fell all night.\n\nHe went.\n',
        line: 'The snow fell all night.',
      };
  const open = async () => {
    const project = await desk.project({ '01.md': words.chapter }, language);
    const window = await desk.window(language, {
      project,
      colorScheme: isChinese ? 'dark' : 'light',
    });
    await window.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const bar = window.page.getByRole('toolbar', { name: window.word('editor:selection.label') });
    const menu = window.page.getByRole('menu', { name: window.word('editor:selection.menu') });
    const item = (key: string) => menu.getByRole('menuitem', { name: window.word(key) });
    return { ...window, bar, menu, item, project };
  };

  it('has its actions beside it, and the dock says what became of the answer and what is next [F14, F24]', async () => {
    const window = await open();
    const { page, bar, text, word } = window;
    await selectByPointer(window, words.line);
    await bar.waitFor();
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+ArrowRight');
    expect(await bar.count()).toBe(0);
    await page.keyboard.press('Control+.');
    await bar.waitFor();
    await expect
      .poll(() => bar.evaluate((one) => one.contains(document.activeElement)), soon)
      .toBe(true);
    server.script({ pieces: [isChinese ? '雪下了一夜。' : 'It snowed all night.'] });
    await page.keyboard.press('Enter');
    const write = writeModel(page, language);
    await write.bar.waitFor();
    const run = write.lastRun;
    const outcome = (key: string) => run.getByText(word(`write:outcome.${key}`), { exact: true });
    await text.text.focus();
    await page.keyboard.press('Escape');
    await write.bar.waitFor({ state: 'detached' });
    await outcome('rejected').waitFor();
    // What one can do about it is in sight, above the notice that came.
    const restore = run.getByRole('button', { name: word('write:outcome.restore') });
    const seen = () =>
      restore.evaluate((one) => {
        const list = one.closest('.write-runs')?.getBoundingClientRect();
        return list !== undefined && one.getBoundingClientRect().bottom <= list.bottom;
      });
    await expect.poll(seen, soon).toBe(true);
    const refused = page.locator('.notice-area').getByText(word('candidates:setAside'));
    await refused.waitFor();
    await outcome('restore').click();
    await write.bar.waitFor();
    // It waits again: nothing says any longer that it was refused.
    await refused.waitFor({ state: 'detached' });
    await text.text.focus();
    await page.keyboard.press('Control+Enter');
    await write.bar.waitFor({ state: 'detached' });
    await outcome('accepted').waitFor();
    await run.getByRole('button', { name: word('app:actions.undo'), exact: true }).click();
    await outcome('undone').waitFor();
    await expect.poll(() => text.visibleLines(), soon).toContain(words.line);
    await outcome('differently').click();
    await expect
      .poll(() => write.field.evaluate((one) => one === document.activeElement), soon)
      .toBe(true);
    await selectByPointer(window, words.line);
    await bar.waitFor();
    await bar.getByRole('button', { name: word('editor:selection.addToCodex') }).click();
    const name = page.getByRole('textbox', { name: word('codex:form.name') });
    await expect.poll(() => name.inputValue(), soon).not.toBe('');
    expect(words.line).toContain(await name.inputValue());
  });

  it('has a menu under the right button and under Shift F10, with cut, copy and paste [F24]', async () => {
    const window = await open();
    const { page, menu, item, text } = window;
    await text.caretAfter(words.line);
    await page.keyboard.press('Shift+Home');
    await page.setViewportSize({ width: 1024, height: 700 });
    await page.keyboard.press('Shift+F10');
    await menu.waitFor();
    // All of it is to be seen, the last entries too, in a small window.
    await settled(page);
    const hidden = await menu.evaluate((one) => {
      const { scrollHeight, clientHeight } = one.parentElement ?? one;
      return scrollHeight - clientHeight;
    });
    expect(hidden).toBeLessThanOrEqual(0);
    await item('editor:selection.cut').click();
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => text.visibleLines(), soon).not.toContain(words.line);
    await text.paragraph(isChinese ? '他走了。' : 'He went.').click({ button: 'right' });
    await menu.waitFor();
    expect(await item('editor:selection.cut').count()).toBe(0);
    await item('editor:selection.paste').click();
    await expect.poll(async () => (await text.visibleLines()).join(''), soon).toContain(words.line);
    await page.keyboard.press('Shift+F10');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await hasFocus(text.text);
  });
});

describe('the spelling of an English book', () => {
  it('underlines slips, offers what was meant, and learns the words and names of the book [W5]', async () => {
    const chapter =
      '# Snow\n\nShe recieved Ysolde at teh door. 林远不在。\n\nThe gloamwrack lay.\n';
    const project = await desk.project({ '01.md': chapter }, 'en');
    const { projectId } = project;
    const { page, text, word } = await desk.window('en', { project });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    const marks = page.locator('.page-text .cm-misspelt');
    await expect
      .poll(() => marks.allTextContents(), soon)
      .toEqual(['recieved', 'Ysolde', 'teh', 'gloamwrack']);
    expect(await axeFindings(page)).toEqual([]);
    await desk.call('knowledge:entities:create', {
      projectId,
      kind: 'character',
      name: 'Ysolde',
      summary: '',
    });
    await expect
      .poll(() => marks.allTextContents(), soon)
      .toEqual(['recieved', 'teh', 'gloamwrack']);
    const menu = page.getByRole('menu', { name: word('editor:selection.menu') });
    await marks.first().click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'received', exact: true }).click();
    await expect.poll(text.visibleLines).toContain('She received Ysolde at teh door. 林远不在。');
    const selected = () => page.evaluate(() => document.getSelection()?.toString());
    await page.keyboard.press('Control+;');
    await expect.poll(selected, soon).toBe('teh');
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: 'the', exact: true }).waitFor();
    // The word is another one by the time it is chosen: nothing is put in its place, and the writer is told.
    const documentId = project.documents[0]?.documentId ?? '';
    await text.saved();
    const { text: now, version } = await desk.call('documents:read', { projectId, documentId });
    const save = { projectId, documentId, expectedVersion: version };
    await desk.call('documents:save', { ...save, text: now.replace('at teh', 'at our') });
    await expect.poll(text.visibleLines).toContain('She received Ysolde at our door. 林远不在。');
    await menu.getByRole('menuitem', { name: 'the', exact: true }).click();
    await page.getByText(word('spelling:changed', { word: 'teh' })).waitFor();
    await text.caretAfter('lay.');
    const again = await desk.call('documents:read', { projectId, documentId });
    await desk.call('documents:save', {
      ...{ projectId, documentId, expectedVersion: again.version },
      text: again.text.replace('at our', 'at teh'),
    });
    await expect.poll(() => marks.allTextContents(), soon).toEqual(['teh', 'gloamwrack']);
    await marks.last().click({ button: 'right' });
    // Nothing is like it in the dictionary, and the menu says so.
    const none = menu.getByRole('menuitem').first();
    expect(await none.textContent()).toBe(word('spelling:noSuggestions'));
    expect(await none.getAttribute('aria-disabled')).toBe('true');
    await menu
      .getByRole('menuitem', { name: word('spelling:teach', { word: 'gloamwrack' }) })
      .click();
    await expect.poll(() => marks.allTextContents(), soon).toEqual(['teh']);
    expect(await desk.call('spelling:words:list', { projectId })).toEqual({
      words: ['gloamwrack'],
    });
    await text.caretAfter('lay.');
    await page.keyboard.type(' Wierd');
    await expect.poll(text.visibleLines).toContain('The gloamwrack lay. Wierd');
    // A word that is being written is let be; it is looked at when the writer goes on.
    await page.keyboard.type(' hush');
    await expect.poll(() => marks.allTextContents(), soon).toEqual(['teh', 'Wierd']);
    // The next one is found wherever it stands, and after the last one the first.
    const far = `${'She went home.\n\n'.repeat(150)}It was definately so.\n`;
    await text.saved();
    const before = await desk.call('documents:read', { projectId, documentId });
    await desk.call('documents:save', {
      ...{ projectId, documentId, expectedVersion: before.version },
      text: `${before.text}\n${far}`,
    });
    await text.caretAfter(' hush');
    for (const slip of ['definately', 'teh', 'Wierd', 'definately']) {
      await page.keyboard.press('Control+;');
      await expect.poll(selected, soon).toBe(slip);
    }
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: 'definitely', exact: true }).click();
    await desk.call('settings:update', { editor: { spelling: 'off' } });
    await expect.poll(() => marks.count(), soon).toBe(0);
    await desk.call('settings:update', { editor: { spelling: 'both' } });
    // Nothing was asked of anybody but this program.
    expect(new Set(asked)).toEqual(new Set([new URL(desk.served.url).origin]));
  });
});
