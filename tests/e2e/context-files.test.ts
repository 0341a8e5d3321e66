import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createContextFiles, type ContextFilesService } from '#main/assistant/files/index.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { toolFile } from '#tests/helpers/context-files.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { filesModel } from './pages/files-model.ts';
import { heldAnswer } from './pages/held.ts';

let desk: Desk;
/** What the agent leaves, from another process on the same data folder. */
let agent: ContextFilesService;
beforeAll(async () => {
  desk = await startDesk();
  agent = createContextFiles({
    platform: {
      paths: { data: desk.data, documents: desk.data, assets: desk.data, samples: desk.data },
      clock: { now: () => Date.now() },
      logger: { log: () => undefined },
    },
    settings: { get: () => defaultSettings },
  });
});
afterAll(async () => {
  await agent.close();
  await desk.close();
});

const open = async (language: 'zh-CN' | 'en' = 'zh-CN') => {
  const project = await desk.project({ '第一章.md': '# 第一章\n\n灯亮着。\n' });
  const models = await desk.window(language, { project });
  const files = filesModel(models.page, language);
  await files.show();
  return { ...models, files };
};
const lines = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `第 ${index} 行 ${index % 1000 === 7 ? 'ERROR 断了' : 'ok'}`,
  ).join('\n');

describe('the files in the dock', () => {
  it('F15 teaches in one line while there is nothing', async () => {
    const { files } = await open();
    const taught = files.dock.getByText('助手干活时弄来的东西太长');
    await taught.waitFor();
    expect(await taught.count()).toBe(1);
  });

  it('F15 opens a file of any size, finds in it, and goes where it was found', async () => {
    await agent.create('c1', { ...toolFile('small'), hint: '先写的' });
    await agent.create('c1', { ...toolFile(lines(400_000)), hint: '很长的记录' });
    const { files } = await open();
    await expect.poll(() => files.titles(), soon).toEqual(['很长的记录', '先写的']);
    await files.row('很长的记录').click();
    await files.reader.getByText('第 0 行 ok').waitFor();
    expect(await files.reader.locator('pre').count()).toBeLessThan(10);
    await files.find('error 断了');
    await files.dock.getByText('找到 400 行，这里是前 200 行。').waitFor();
    await files.results.getByText('第 150007 行').click();
    await files.reader.getByText(/第 150007 行/).waitFor();
    const inSight = async () => {
      const reader = await files.reader.boundingBox();
      const marks = await files.reader.locator('mark').all();
      const boxes = await Promise.all(marks.map((mark) => mark.boundingBox()));
      const [top, bottom] = [reader?.y ?? 0, (reader?.y ?? 0) + (reader?.height ?? 0)];
      return boxes.some((box) => box !== null && box.y > top && box.y < bottom);
    };
    await expect.poll(inSight).toBe(true);
    expect(await files.reader.locator('mark').first().textContent()).toBe('ERROR 断了');
  });

  it('F15 N9 keeps, deletes after asking, exports and imports', async () => {
    await agent.create('c2', { ...toolFile('一'), hint: '第一个' });
    await agent.create('c2', { ...toolFile('二'), hint: '第二个' });
    const { files } = await open();
    await files.row('第一个').click();
    await files.button('pin').click();
    await files.button('unpin').waitFor();
    await files.button('back').click();
    const archive = path.join(desk.data, 'files.zip');
    await files.transfer('export', archive);
    await files.row('第二个').waitFor();
    expect(existsSync(archive)).toBe(true);

    await files.row('第二个').click();
    await files.button('delete.action').click();
    await files.confirm('delete.action');
    await files.row('第一个').waitFor();
    await expect.poll(files.titles).toEqual(['第一个']);
    await files.transfer('import', archive);
    // What is kept stands first.
    await expect.poll(files.titles).toEqual(['第一个', '第二个']);
    const { items } = await desk.call('context-files:list', { conversationId: 'c2' });
    expect(items.find(({ hint }) => hint === '第一个')?.pinned).toBe(true);
  });

  it('keeps and deletes from the list, with a key of the row and from its menu [F15]', async () => {
    await agent.create('c6', { ...toolFile('一'), hint: '第一个' });
    await agent.create('c6', { ...toolFile('二'), hint: '第二个' });
    const { page, files } = await open();
    await expect.poll(files.titles, soon).toEqual(['第二个', '第一个']);
    await files.row('第一个').focus();
    await page.keyboard.press('p');
    await expect.poll(files.titles, soon).toEqual(['第一个', '第二个']);
    await files.choose('第二个', 'delete.action');
    await files.confirm('delete.action');
    await expect.poll(files.titles, soon).toEqual(['第一个']);
  });

  it('copies what is in a file to the caret, and gives the whole of it as a file [F15]', async () => {
    await agent.create('c5', { ...toolFile('郑九敲锣三声。'), hint: '查到的' });
    const { page, files, text } = await open();
    await text.caretAfter('灯亮着。');
    await files.row('查到的').click();
    await files.reader.getByText('郑九敲锣三声。').waitFor();
    await files.button('intoBook.action').click();
    await text.paragraph('灯亮着。郑九敲锣三声。').waitFor();
    const coming = page.waitForEvent('download');
    await files.button('saveAs').click();
    const saved = await coming;
    expect(saved.suggestedFilename()).toBe('查到的.txt');
    expect(readFileSync(await saved.path(), 'utf8')).toBe('郑九敲锣三声。');
  });

  it('shows a message that was set aside as what was said, and searches it so [F15]', async () => {
    const content = '潮在几时？\n“子时”，他说。\n门开着。';
    await agent.create('c7', {
      kind: 'history',
      mimeType: 'application/json',
      hint: 'A message of the conversation in full',
      source: { type: 'offload', id: 'm1' },
      name: { for: 'record', path: 'user_message/m1.json' },
      content: JSON.stringify({ item_id: 'm1', item_type: 'user_message', content }, null, 2),
    });
    const { files, word } = await open();
    await files.row(word('context-files:titles.message')).click();
    await files.reader.getByText('“子时”，他说。').waitFor();
    expect(await files.reader.textContent()).toBe(content);
    await files.find('子时');
    await files.results.getByText('“子时”，他说。').waitFor();
  });

  it('F15 N9 follows what happens to the files elsewhere, and says how much space they take', async () => {
    const ref = await agent.create('c3', { ...toolFile('三'), hint: 'the third' });
    const { files } = await open('en');
    await files.row('the third').waitFor();
    await files.dock.getByText(/of 4 GB used/).waitFor();
    await desk.call('context-files:delete', { conversationId: 'c3', id: ref.id });
    await expect.poll(() => files.row('the third').count()).toBe(0);
  });

  it('takes the focus into a file that is opened, and back to its row or the one beside it [F15] [F24]', async () => {
    await agent.create('c8', { ...toolFile('一'), hint: '第一个' });
    await agent.create('c8', { ...toolFile('二'), hint: '第二个' });
    const { page, files } = await open();
    await files.row('第一个').focus();
    await page.keyboard.press('Enter');
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await expect.poll(focused).toBe('第一个');
    await files.button('back').press('Enter');
    await expect.poll(focused).toContain('第一个');
    await page.keyboard.press('Enter');
    await files.button('delete.action').press('Enter');
    await files.confirm('delete.action');
    await expect.poll(files.titles).toEqual(['第二个']);
    await expect.poll(focused).toContain('第二个');
  });

  it('shows the conversation that was chosen, though files of another are written meanwhile [F15]', async () => {
    await agent.create('c9', { ...toolFile('一'), hint: '在先的' });
    const { id } = await agent.create('c10', { ...toolFile('二'), hint: '在后的' });
    const { page, files } = await open();
    await files.row('在后的').waitFor();
    const { items } = await desk.call('context-files:conversations', {});
    const place = items.findIndex(({ conversationId }) => conversationId === 'c9');
    const list = await heldAnswer(page, 'context-files:list');
    await files.dock.getByRole('button', { name: files.say('conversations') }).click();
    await page.getByRole('option').nth(place).click();
    await list.asked;
    const conversations = page.waitForResponse((response) =>
      response.url().endsWith('context-files%3Aconversations'),
    );
    await desk.call('context-files:pin', { conversationId: 'c10', id, pinned: true });
    await conversations;
    await list.give();
    await expect.poll(files.titles, soon).toEqual(['在先的']);
  });

  it('F24 has no serious accessibility finding, in the list, the reader and the dialogs', async () => {
    await agent.create('c4', { ...toolFile(lines(3000)), hint: '一份记录' });
    const { page, files } = await open();
    const expectNoFindings = async () => expect(await axeFindings(page)).toEqual([]);
    await expectNoFindings();
    await files.row('一份记录').click();
    await files.find('断了');
    await files.results.first().waitFor();
    await expectNoFindings();
    await files.button('delete.action').click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expectNoFindings();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await files.button('back').click();
    for (const [direction, colorScheme] of [
      ['export', 'light'],
      ['import', 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await files.button('tools').click();
      await page.getByRole('menuitem', { name: files.say(`${direction}.menu`) }).click();
      await dialog.waitFor();
      expect(await axeFindings(page, { inside: '[role=dialog]' })).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });
});
