import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, soon, startDesk } from './pages/desk.ts';

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
