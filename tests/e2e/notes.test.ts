import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './pages/axe.ts';
import { held } from './pages/held.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { hasFocus } from './pages/settled.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const sentence = '阿禾头一回上潮屋。';
const files = {
  '01.md': `# 第一章 记潮的人\n\n${sentence}\n\n她不敢开口。\n`,
  '02.md': '# 第二章 门槛\n\n母亲量水。\n',
};

describe('notes beside the page [W4]', () => {
  it('are written, jumped to, ticked, changed, deleted and had back by keyboard, and axe finds nothing', async () => {
    const project = await desk.project(files);
    const { projectId } = project;
    await desk.call('ai:models:save', {
      id: 'never-asked',
      provider: 'openai-compatible',
      baseUrl: 'http://127.0.0.1:9/v1',
      model: 'never-asked',
      contextWindow: 60_000,
      maxOutput: 2000,
      toolProtocol: 'native',
      prices: { currency: '¥', input: 2, output: 8 },
    });
    const { page, word, text } = await desk.window('zh-CN', { project });
    const listed = async () => (await desk.call('notes:list', { projectId })).items;
    const field = page.getByRole('textbox', { name: word('notes:text') });
    const mark = page.locator('.note-mark');

    await text.caretAfter(sentence);
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Control+Alt+m');
    await field.waitFor();
    await expect
      .poll(() => field.evaluate((one) => one === document.activeElement), soon)
      .toBe(true);
    await page.keyboard.insertText('她怕什么？');
    await page.getByText(word('notes:kinds.todo'), { exact: true }).click();
    await field.focus();
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(listed, soon)
      .toMatchObject([{ text: '她怕什么？', kind: 'todo', quote: sentence, done: false }]);
    await mark.waitFor();
    await expect
      .poll(() => text.text.evaluate((one) => one.contains(document.activeElement)), soon)
      .toBe(true);

    // The mark goes with its line.
    const before = await mark.boundingBox();
    await text.caretAfter('记潮的人');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('雨下了一夜。');
    await expect
      .poll(async () => (await mark.boundingBox())?.y, soon)
      .toBeGreaterThan((before?.y ?? 0) + 20);

    // From another chapter its line in the list opens its place.
    await page.getByRole('row').filter({ hasText: '门槛' }).click();
    await expect.poll(() => text.text.textContent(), soon).toContain('母亲量水');
    await expect.poll(() => mark.count(), soon).toBe(0);
    const row = page.locator('.note-open');
    await row.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => getSelection()?.toString()), soon).toBe(sentence);
    await mark.waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page
      .getByRole('button', { name: word('notes:edit') })
      .first()
      .press('Enter');
    await field.fill('她怕的是谁？');
    await field.press('Control+Enter');
    await expect.poll(async () => (await listed())[0]?.text, soon).toBe('她怕的是谁？');
    await page.getByRole('checkbox', { name: '她怕的是谁？' }).press('Space');
    await expect.poll(async () => (await listed())[0]?.done, soon).toBe(true);
    await expect.poll(() => mark.count(), soon).toBe(0);
    await page.getByText(word('notes:done', { count: 1 }), { exact: true }).click();
    await page
      .getByRole('button', { name: word('notes:delete') })
      .first()
      .press('Enter');
    await expect.poll(listed, soon).toEqual([]);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await listed())[0]?.text, soon).toBe('她怕的是谁？');

    // Its passage goes; it is put beside another one.
    await page.getByText(word('notes:open', { count: 0 }), { exact: true }).click();
    await page.getByText(word('notes:done', { count: 1 }), { exact: true }).click();
    await page.getByRole('checkbox', { name: '她怕的是谁？' }).press('Space');
    await page.getByRole('row').filter({ hasText: '记潮的人' }).click();
    await text.caretAfter(sentence);
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Delete');
    await text.saved();
    await page.getByText(word('notes:open', { count: 1 }), { exact: true }).click();
    await page.getByText(word('notes:lost.text')).waitFor();
    await text.caretAfter('她不敢开口。');
    const put = page.getByRole('button', { name: new RegExp(word('notes:putHere')) });
    await put.press('Enter');
    await expect.poll(async () => (await listed())[0]?.quote, soon).toBe('她不敢开口。');
    await mark.waitFor();
    await put.waitFor({ state: 'detached' });

    // Put into a message it stands there, and nothing goes; fenced by then, it is not sent, and stays to be changed.
    const hand = page.getByRole('button', { name: new RegExp(`^${word('notes:hand')}`) });
    const message = page.getByRole('textbox', { name: word('assistant:ask.label') });
    await hand.press('Enter');
    const words = '> 她不敢开口。\n\n我的批注：她怕的是谁？\n\n';
    await message.waitFor({ timeout: soon.timeout });
    await expect.poll(() => message.inputValue(), soon).toBe(words);
    const [noted] = await listed();
    const { documentId = '' } = noted ?? {};
    await desk.call('documents:update', { projectId, documentId, fence: { neverSend: true } });
    await message.press('Control+Enter');
    await page.getByText(word('errors:NOTE_CLOSED.what')).waitFor(soon);
    expect(await message.inputValue()).toBe(words);
  });

  it('are kept beside what their passage says by now, from another chapter and after the page was loaded anew', async () => {
    const project = await desk.project(files);
    const { projectId } = project;
    const { page, word, text, binder } = await desk.window('zh-CN', { project });
    const field = page.getByRole('textbox', { name: word('notes:text') });
    const quotes = async () =>
      (await desk.call('notes:list', { projectId })).items.map(({ quote }) => quote);
    const begin = async (words: string) => {
      await text.caretAfter('阿禾');
      await page.keyboard.press('Control+Alt+m');
      await hasFocus(field);
      await page.keyboard.insertText(words);
    };
    await begin('她怕什么？');
    await text.caretAfter('记潮的人');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('雨下了一夜。');
    await text.caretAfter('阿禾');
    await page.keyboard.insertText('昨天');
    await binder.open('门槛');
    await text.paragraph('母亲量水。').waitFor();
    await field.press('Control+Enter');
    const now = sentence.replace('阿禾', '阿禾昨天');
    await expect.poll(quotes, soon).toEqual([now]);

    await binder.open('记潮的人');
    await text.paragraph(now).waitFor();
    await begin('谁说的？');
    await text.caretAfter('昨天');
    await page.keyboard.press('Backspace');
    await text.saved();
    await expect
      .poll(async () => JSON.stringify(await desk.call('forms:list', { projectId })), soon)
      .toContain(now.replace('天', ''));
    await page.reload();
    await text.ready();
    const dock = page.getByRole('complementary', { name: word('app:panes.dock') });
    await dock.getByRole('tab', { name: word('notes:title') }).click();
    await expect.poll(() => field.inputValue(), soon).toBe('谁说的？');
    await field.press('Control+Enter');
    await expect.poll(quotes, soon).toHaveLength(2);
    expect(await quotes()).toEqual([now.replace('天', ''), now.replace('天', '')]);
  });

  it('show their passages as the page does, without the marks of emphasis [F22]', async () => {
    const chapter = '# 第一章 记潮的人\n\n她_不敢_开口，**只**看着海。\n';
    const project = await desk.project({ '01.md': chapter });
    const { projectId, documents } = project;
    const [{ documentId } = { documentId: '' }] = documents;
    const start = chapter.indexOf('她');
    const place = { documentId, start, end: chapter.indexOf('海') };
    await desk.call('notes:create', { projectId, ...place, kind: 'note', text: '为什么？' });
    const { page, word } = await desk.window('zh-CN', { project });
    const dock = page.getByRole('complementary', { name: word('app:panes.dock') });
    await dock.getByRole('tab', { name: word('notes:title') }).click();
    const quote = dock.locator('.note-quote');
    await expect.poll(() => quote.allTextContents(), soon).toEqual(['她不敢开口，只看着']);
    // The note keeps the passage as the chapter has it.
    const { items } = await desk.call('notes:list', { projectId });
    expect(items[0]?.quote).toBe('她_不敢_开口，**只**看着');
  });

  it('are not cut where more is pasted than they hold, and are kept once they are shorter', async () => {
    const project = await desk.project(files);
    const { projectId } = project;
    const { page, word, text } = await desk.window('zh-CN', { project });
    const field = page.getByRole('textbox', { name: word('notes:text') });
    await text.caretAfter(sentence);
    await page.keyboard.press('Control+Alt+m');
    await hasFocus(field);
    const pasted = '潮'.repeat(4_002);
    await page.keyboard.insertText(pasted);
    await page.getByText('多了 2 个字符').waitFor();
    expect(await field.inputValue()).toBe(pasted);
    await page.keyboard.press('Control+Enter');
    const keep = page.getByRole('button', { name: word('notes:keep') });
    expect(await keep.isDisabled()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await field.fill(pasted.slice(2));
    await keep.click();
    const listed = async () => (await desk.call('notes:list', { projectId })).items;
    await expect.poll(async () => (await listed())[0]?.text, soon).toBe(pasted.slice(2));
  });

  it('lose no words, are kept once, and a row that goes leaves the focus in the list', async () => {
    const project = await desk.project(files);
    const { projectId } = project;
    const { page, word, text } = await desk.window('zh-CN', { project });
    const listed = async () => (await desk.call('notes:list', { projectId })).items;
    const field = page.getByRole('textbox', { name: word('notes:text') });
    const isFocusInList = () =>
      page.evaluate(() => document.activeElement?.closest('.notes') !== null);
    const begin = async (at: string) => {
      await text.caretAfter(at);
      await page.keyboard.press('Control+Alt+m');
      await field.waitFor();
    };

    // Begun anew beside another passage, with the words that were written already.
    await begin(sentence);
    await field.fill('她怕什么？');
    await begin('她不敢开口。');
    expect(await field.inputValue()).toBe('她怕什么？');
    await field.evaluate((one) => {
      const key = { key: 'Enter', code: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
      one.dispatchEvent(new KeyboardEvent('keydown', key));
      one.dispatchEvent(new KeyboardEvent('keydown', key));
    });
    await field.waitFor({ state: 'detached' });
    const [kept, ...more] = await listed();
    expect(kept).toMatchObject({ text: '她怕什么？', quote: '她不敢开口。' });
    expect(more).toEqual([]);

    // What another window wrote meanwhile is not written over.
    const edit = page.locator('.note-actions button').first();
    await edit.press('Enter');
    await field.fill('我的话');
    const { noteId = '' } = kept ?? {};
    await desk.call('notes:update', { projectId, noteId, text: '别处的话' });
    await page.waitForTimeout(300);
    await field.press('Control+Enter');
    await page.getByText(word('errors:NOTE_CONFLICT.what')).waitFor();
    expect(await field.inputValue()).toBe('我的话');
    expect((await listed())[0]?.text).toBe('别处的话');
    await page.getByText(word('notes:there', { text: '别处的话' })).waitFor();

    // What is typed while it is being kept, be it what stood there before, is not lost with the answer.
    const answer = await held(page, 'notes:update');
    await field.press('Control+Enter');
    await answer.asked;
    await field.fill('别处的话');
    answer.give();
    await expect.poll(async () => (await listed())[0]?.text, soon).toBe('我的话');
    await page.getByText(word('notes:there', { text: '别处的话' })).waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('别处的话');

    // Nor with the note, which another window deletes; nor, below, with the book being closed.
    await desk.call('notes:delete', { projectId, noteId });
    const said = page.getByText(word('notes:deletedElsewhere'));
    await said.waitFor();
    const starts = await Promise.all(
      [said, field].map((part) =>
        part.evaluate((element) => {
          const words = document.createRange();
          words.selectNodeContents(element);
          const text = words.getBoundingClientRect();
          return text.width > 0 ? text.left : element.getBoundingClientRect().left;
        }),
      ),
    );
    expect(starts[0]).toBe(starts[1]);
    expect(await field.inputValue()).toBe('别处的话');
    await field.press('Control+Enter');
    await expect.poll(async () => (await listed())[0]?.text, soon).toBe('别处的话');
    await edit.press('Enter');
    await field.fill('还没写完的话');
    await page.keyboard.press('Control+o');
    await page.locator('.welcome-project', { hasText: project.name }).first().click();
    await text.ready();
    expect(await field.inputValue()).toBe('还没写完的话');
    // What Esc lets go of can be had back.
    const undo = page.getByRole('button', { name: word('app:actions.undo'), exact: true });
    await field.press('Escape');
    await undo.click();
    await expect.poll(() => field.inputValue(), soon).toBe('还没写完的话');
    await field.press('Escape');
    await expect.poll(isFocusInList, soon).toBe(true);

    await page.locator('.note-actions button').last().press('Enter');
    await expect.poll(listed, soon).toEqual([]);
    await page.locator('.note-row').waitFor({ state: 'detached' });
    await expect.poll(isFocusInList, soon).toBe(true);

    // A page that is hidden may never come back: what stands in its forms is kept, and in them again when it does.
    await begin(sentence);
    await field.fill('她数到');
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const forms = async () => (await desk.call('forms:list', { projectId })).items;
    await expect.poll(async () => (await forms()).map((one) => one.fields), soon).toHaveLength(1);
    await page.evaluate(() => Reflect.deleteProperty(document, 'visibilityState'));
    await field.fill('她数到七。');
    await page.reload();
    await text.ready();
    await expect.poll(() => field.inputValue(), soon).toBe('她数到七。');
    await field.press('Escape');
    await expect.poll(forms, soon).toEqual([]);
    await undo.click();
    await expect.poll(() => field.inputValue(), soon).toBe('她数到七。');
    expect(await listed()).toEqual([]);
    await field.press('Control+Enter');
    await expect
      .poll(async () => (await listed()).map((one) => one.text), soon)
      .toEqual(['她数到七。']);
    await expect.poll(forms, soon).toEqual([]);
  });

  it('leave the focus to the next one when one is deleted, at the end to the one before, of another chapter too [F24]', async () => {
    const project = await desk.project(files);
    const { projectId } = project;
    const [first, second] = project.documents.map(({ documentId }) => documentId);
    const write = (documentId: string | undefined, text: string, start: number) =>
      desk.call('notes:create', {
        ...{ projectId, documentId: documentId ?? '', text, kind: 'note' },
        ...{ start, end: start + 3 },
      });
    await write(first, '甲', 12);
    await write(first, '乙', 18);
    await write(second, '丙', 10);
    const { page, word, palette } = await desk.window('zh-CN', { project });
    await palette.run(word('notes:title'));
    const row = (text: string) => page.locator('.note-row').filter({ hasText: text });
    for (const [gone, next] of [
      ['甲', '乙'],
      ['乙', '丙'],
    ] as const) {
      await row(gone).locator('.note-actions button').last().press('Enter');
      await row(gone).waitFor({ state: 'detached' });
      await hasFocus(row(next));
    }
    await row('丙').locator('.note-actions button').last().press('Enter');
    await row('丙').waitFor({ state: 'detached' });
    await hasFocus(page.locator('.notes'));
    expect((await desk.call('notes:list', { projectId })).items).toEqual([]);
  });
});
