import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { hasFocus } from './pages/settled.ts';

let desk: Desk;

const first = '# 第一章 雪夜\n\n雪落了一夜。\n\n他推开门，屋里没有人。\n\n灯还亮着。\n';
const second = first.replace('雪落了', '雪落了整整');
const third = second.replace('没有人', '只有一盏灯');

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

/** A chapter with three versions, the last of them on the page. */
const open = async () => {
  const project = await desk.project({ '01.md': first });
  const scope = {
    projectId: project.projectId,
    documentId: project.documents[0]?.documentId ?? '',
  };
  for (const [name, text] of [
    ['初稿', second],
    ['二稿', third],
  ] as const) {
    await desk.call('documents:snapshots:create', { ...scope, name });
    const { version } = await desk.call('documents:read', scope);
    await desk.call('documents:save', { ...scope, text, expectedVersion: version });
  }
  const models = await desk.window('zh-CN', { project, width: 1440, height: 800 });
  const { page, text, word, binder } = models;
  await text.ready();
  const restore = async (name: string) => {
    await page.keyboard.press('Control+Alt+H');
    const screen = page.getByRole('main', { name: word('history:title') });
    await screen.locator('.history-row[data-named] .history-version').getByText(name).click();
    await screen.getByRole('button', { name: word('history:restoreNamed', { name }) }).click();
    await screen.waitFor({ state: 'detached' });
    await text.ready();
  };
  const undo = async () => {
    await binder.chapter('雪夜').focus();
    await page.keyboard.press('Control+z');
  };
  const read = async () => (await desk.call('documents:read', scope)).text;
  return { ...models, project, restore, undo, read };
};

describe('a version that came back, taken back with the focus outside of the text', () => {
  it('leaves what was written in other paragraphs since [W8]', async () => {
    const { page, text, word, restore, undo, read } = await open();
    await restore('初稿');
    await expect.poll(read, soon).toBe(first);
    await text.caretAfter('灯还亮着。');
    await page.keyboard.insertText('风停了。');
    await undo();
    await page.getByText(word('history:takenBackAround')).waitFor();
    await expect.poll(read, soon).toBe(third.replace('灯还亮着。', '灯还亮着。风停了。'));
    await expect.poll(() => text.text.textContent(), soon).toContain('只有一盏灯');
  });

  it('stays, and tells why, where the same paragraph was written in since [W8]', async () => {
    const { page, text, word, restore, undo, read } = await open();
    await restore('初稿');
    await text.caretAfter('屋里没有人。');
    await page.keyboard.insertText('风停了。');
    await undo();
    const reason = word('history:reasons.beforeRestore');
    await page.getByText(word('history:notTakenBack', { reason })).waitFor();
    await expect.poll(read, soon).toBe(first.replace('没有人。', '没有人。风停了。'));
  });

  it('goes back step by step, one restore after the other [W8]', async () => {
    const { restore, undo, read } = await open();
    await restore('初稿');
    await expect.poll(read, soon).toBe(first);
    await restore('二稿');
    await expect.poll(read, soon).toBe(second);
    await undo();
    await expect.poll(read, soon).toBe(first);
    await undo();
    await expect.poll(read, soon).toBe(third);
  });

  it('can still be taken back once it is decided about a text that stood beside the page meanwhile [W8]', async () => {
    const { page, text, word, project, restore, undo, read } = await open();
    await restore('初稿');
    await text.caretAfter('灯还亮着。');
    await page.keyboard.insertText('风停了。');
    await writeFile(desk.file(project, '01.md'), first.replace('灯还亮着。', '灯灭了。'));
    const bar = page.getByRole('alert').filter({ hasText: word('editor:conflict.lead') });
    await bar.waitFor();
    await undo();
    await page.getByText(word('errors:DOCUMENT_CONFLICT.what'), { exact: true }).waitFor();
    await bar.getByRole('button', { name: word('editor:conflict.compare') }).click();
    const dialog = page.getByRole('dialog', { name: word('editor:conflict.title') });
    await dialog.getByRole('button', { name: word('editor:conflict.merge') }).click();
    await bar.waitFor({ state: 'detached' });
    await undo();
    await page.getByText(word('history:takenBackAround')).waitFor();
    await expect.poll(read, soon).toContain('只有一盏灯');
    expect(await read()).toContain('风停了。');
  });
});

describe('a version that came back, taken back with the focus in the text', () => {
  const begun = '# 第一章 雪夜\n\n雪落了一夜。\n';
  const openTyped = async (files: Record<string, string>) => {
    const project = await desk.project(files);
    const { projectId } = project;
    const models = await desk.window('zh-CN', { project, width: 1440, height: 800 });
    const { page, text, word } = models;
    await text.ready();
    const texts = async () => {
      const { documents } = await desk.call('documents:list', { projectId });
      const read = documents.map(({ documentId }) =>
        desk.call('documents:read', { projectId, documentId }),
      );
      return (await Promise.all(read)).map(({ text }) => text);
    };
    const type = async (after: string, words: string) => {
      await text.caretAfter(after);
      await page.keyboard.insertText(words);
      await text.saved();
    };
    const keep = async (name: string) => {
      const documentId = project.documents[0]?.documentId ?? '';
      await desk.call('documents:snapshots:create', { projectId, documentId, name });
    };
    const openVersion = async (version: string) => {
      await page.keyboard.press('Control+Alt+H');
      const screen = page.getByRole('main', { name: word('history:title') });
      const rows = screen.locator('.history-row .history-version');
      await rows.filter({ hasText: new RegExp(`^${version}`, 'u') }).click();
      await screen.locator('.history-changed').first().waitFor();
      return screen;
    };
    const undo = async () => {
      await hasFocus(text.text);
      await page.keyboard.press('Control+z');
    };
    return { ...models, texts, type, keep, openVersion, undo };
  };

  it('is gone from what the keys take back: the next ones take what was typed before it [W1 W8]', async () => {
    const { page, text, word, texts, type, keep, openVersion, undo } = await openTyped({
      '01.md': begun,
    });
    await type('一夜。', '甲');
    await keep('初稿');
    await type('甲', '乙');
    const both = begun.replace('一夜。', '一夜。甲乙');
    const one = begun.replace('一夜。', '一夜。甲');
    for (const way of ['whole', 'paragraph'] as const) {
      const screen = await openVersion('初稿');
      if (way === 'whole') {
        const name = word('history:restoreNamed', { name: '初稿' });
        await screen.getByRole('button', { name }).click();
      } else {
        await screen.locator('.history-rows').focus();
        await page.keyboard.press('Alt+ArrowDown');
        await page.keyboard.press('r');
        await expect.poll(texts, soon).toEqual([one]);
        await page.keyboard.press('Escape');
      }
      await screen.waitFor({ state: 'detached' });
      await text.ready();
      await expect.poll(texts, soon).toEqual([one]);
      await text.text.focus();
      await undo();
      await expect.poll(texts, soon).toEqual([both]);
      await page.getByText(word('app:takenBack', { what: '' })).waitFor();
    }
    await undo();
    await expect.poll(texts, soon).toEqual([one]);
    await undo();
    await expect.poll(texts, soon).toEqual([begun]);
  });

  it('leaves no passage in two chapters where that was split and joined around it [W1 W8]', async () => {
    const whole = begun.replace('一夜。', '一夜。\n\n灯还亮着。');
    const { page, text, word, texts, type, openVersion, undo, palette, binder } = await openTyped({
      '01.md': whole,
    });
    await type('一夜。', '早字。');
    const typed = whole.replace('一夜。', '一夜。早字。');
    await text.caretAfter('早字。');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await palette.run(word('binder:commands.split'));
    await expect.poll(async () => (await texts()).length, soon).toBe(2);
    const parted = await texts();
    await binder.chapter('雪夜').first().click();
    await text.ready();
    const screen = await openVersion(word('history:reasons.beforeSplit'));
    await screen.getByRole('button', { name: /恢复成/u }).click();
    await screen.waitFor({ state: 'detached' });
    await text.ready();
    await expect.poll(async () => (await texts())[0], soon).toBe(typed);
    await text.text.focus();
    await undo();
    await expect.poll(texts, soon).toEqual(parted);
    await page.getByText(word('app:takenBack', { what: '' })).waitFor();
    await palette.run(word('binder:commands.merge'));
    await expect.poll(async () => (await texts()).length, soon).toBe(1);
    await expect.poll(() => text.text.textContent(), soon).toContain('灯还亮着。');
    await undo();
    await expect.poll(texts, soon).toEqual(parted);
    await page.getByText(word('app:takenBack', { what: '' })).waitFor();
    // What was typed before the split is what is left of the page's own.
    await undo();
    await expect.poll(texts, soon).toEqual([parted[0]?.replace('早字。', ''), parted[1]]);
  });
});
