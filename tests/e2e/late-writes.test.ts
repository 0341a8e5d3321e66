import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { held, heldAnswer } from './pages/held.ts';
import { openFromWelcome, twoBooks } from './pages/two-books.ts';
import { writeModel } from './pages/write-model.ts';

let desk: Desk;
let server: ModelServer;

beforeAll(async () => {
  desk = await startDesk();
  server = await startModelServer();
  await desk.call('ai:models:save', {
    ...{ id: 'scripted', provider: 'openai-compatible', baseUrl: `${server.url}/v1` },
    ...{ model: 'scripted', contextWindow: 60_000, maxOutput: 2000 },
  });
});
afterAll(async () => {
  await server.close();
  await desk.close();
});

const files = {
  '01.md': '# 第一章 雪夜\n\n窗外的雪落了一夜。\n\n林远坐在灯下。\n',
  '02.md': '# 第二章 归途\n\n雪停了。\n\n他上了船。\n',
};

const { open, otherBook } = twoBooks(() => desk, files);

describe('what is asked for while the writer goes on', () => {
  it('keeps what is typed for the model while it is being asked [F9]', async () => {
    server.script({ pieces: ['天亮了。'] });
    const { page, text } = await open();
    const write = writeModel(page, 'zh-CN');
    await text.caretAfter('坐在灯下。');
    const asking = await held(page, 'ai:run');
    await write.ask('冷一些');
    await asking.asked;
    await write.field.press('End');
    await page.keyboard.type('，短一些');
    asking.give();
    await write.bar.waitFor();
    expect(await write.field.inputValue()).toBe('，短一些');
  });

  it('asks the model for the chapter it was asked in, though another one is open when that is saved [S3-29]', async () => {
    server.script({ pieces: ['天亮了。'] });
    const { page, text, binder, projectId, project } = await open();
    const write = writeModel(page, 'zh-CN');
    const saving = await held(page, 'documents:save');
    await text.caretAfter('坐在灯下。');
    await page.keyboard.type('灯花落了。');
    await saving.asked;
    await write.ask('冷一些');
    await binder.open('归途');
    await text.paragraph('雪停了。').waitFor();
    saving.give();
    const runs = async () =>
      (await desk.call('ai:runs:list', { projectId, limit: 5 })).items.map(
        ({ documentId }) => documentId,
      );
    await expect.poll(runs, soon).toEqual([project.documents[0]?.documentId]);
  });

  it('splits no other chapter than the one in which it was asked for [W1]', async () => {
    const { page, text, binder, palette, project, word } = await open();
    await binder.open('归途');
    await text.caretAfter('雪停了。');
    await binder.open('雪夜');
    await text.caretAfter('落了一夜。');
    const saving = await held(page, 'documents:save');
    await page.keyboard.type('门开着。');
    await saving.asked;
    await palette.run(word('binder:commands.split'));
    await binder.open('归途');
    await text.paragraph('雪停了。').waitFor();
    saving.give();
    await page.getByText(word('binder:notSplit')).waitFor();
    expect(await binder.titles()).toHaveLength(2);
    expect(await readFile(desk.file(project, '02.md'), 'utf8')).toBe(files['02.md']);
  });

  it('opens no chapter of a book that is closed by the time it is made [W1]', async () => {
    const { page, text, word, ...models } = await open();
    const other = await otherBook();
    const making = await heldAnswer(page, 'documents:create');
    await models.palette.run(word('binder:commands.new'));
    await making.asked;
    await page.keyboard.press('Control+o');
    await openFromWelcome({ page, text, word, ...models }, other.name);
    await making.give();
    expect(await text.visibleLines()).toContain('潮来了。');
    await text.ready();
  });

  it('leaves the book that was opened when the one before is asked twice to be closed [W1]', async () => {
    const { page, text } = await open();
    const other = await otherBook();
    await text.caretAfter('坐在灯下。');
    const saving = await held(page, 'documents:save');
    await page.keyboard.type('灯花落了。');
    await saving.asked;
    const closing = await heldAnswer(page, 'projects:close');
    await page.keyboard.press('Control+o');
    await page.keyboard.press('Control+o');
    saving.give();
    await closing.asked;
    await page.locator('.welcome-project', { hasText: other.name }).first().click();
    await closing.give();
    await text.paragraph('潮来了。').waitFor();
    await text.ready();
    expect(await page.locator('.welcome').count()).toBe(0);
  });

  it('takes nothing more on its page while the book is being closed: nobody would save it [F17]', async () => {
    const { page, text, project } = await open();
    await text.caretAfter('坐在灯下。');
    await page.keyboard.type('灯花落了。');
    const closing = await heldAnswer(page, 'projects:close');
    await page.keyboard.press('Control+o');
    await closing.asked;
    expect(await text.text.count()).toBe(0);
    await page.locator('.welcome').waitFor();
    // It is opened again behind that.
    await page.locator('.welcome-project', { hasText: project.name }).first().click();
    await closing.give();
    await text.paragraph('灯花落了。').waitFor();
    await text.caretAfter('灯花落了。');
    await page.keyboard.type('天亮了。');
    await text.saved();
    expect(await readFile(desk.file(project, '01.md'), 'utf8')).toContain('灯花落了。天亮了。');
  });

  it('closes no other dialog than the one whose answer comes [W1]', async () => {
    const { page, text, word, projectId } = await open();
    await text.caretAfter('坐在灯下。');
    await page.keyboard.press('Shift+F2');
    const chapter = page.getByRole('dialog');
    await chapter.getByText(word('codex:fence.neverSend'), { exact: true }).click();
    const saving = await heldAnswer(page, 'documents:update');
    await page.keyboard.press('Control+Enter');
    await saving.asked;
    await page.keyboard.press('Escape');
    await chapter.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+,');
    const settings = page.getByRole('dialog', { name: word('settings:title') });
    await settings.waitFor();
    await saving.give();
    expect(await settings.isVisible()).toBe(true);
    const { documents } = await desk.call('documents:list', { projectId });
    expect(documents[0]?.fence).not.toBeNull();
  });

  it('keeps the words of the next expectation that are typed while one is being made [N11]', async () => {
    const { page, palette, word, projectId } = await open();
    await palette.run(word('expectations:commands.open'));
    const dialog = page.getByRole('dialog', { name: word('expectations:title') });
    await dialog.getByRole('textbox', { name: word('expectations:make.words') }).fill('灯');
    const making = await heldAnswer(page, 'expectations:create');
    const add = dialog.getByRole('button', { name: word('expectations:make.add') });
    await add.click();
    await making.asked;
    await add.click({ force: true });
    await dialog.getByRole('textbox', { name: word('expectations:make.words') }).fill('雪');
    await making.give();
    const { items } = await desk.call('expectations:list', { projectId });
    expect(items).toHaveLength(1);
    expect(
      await dialog.getByRole('textbox', { name: word('expectations:make.words') }).inputValue(),
    ).toBe('雪');
  });
});
