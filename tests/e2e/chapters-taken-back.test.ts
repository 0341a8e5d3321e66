import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { heldAnswer } from './pages/held.ts';
import { hasFocus } from './pages/settled.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

describe('a chapter with front matter [W1]', () => {
  it('is merged without it, which is said, and has it again with the undo', async () => {
    const two = '---\ntags: [草稿]\n---\n# 门槛\n\n母亲量水。\n';
    const project = await desk.project({ '01.md': '# 渡口\n\n舅公不在。\n', '02.md': two });
    const { page, text, binder, word } = await desk.window('zh-CN', { project });
    await binder.menu('渡口', 'merge');
    await text.paragraph('母亲量水。').waitFor();
    await page.getByText(word('binder:mergedWithoutFrontMatter', { title: '门槛' })).waitFor();
    expect(await text.text.textContent()).not.toContain('tags');
    await page.keyboard.press('Control+z');
    await expect
      .poll(() => readFile(desk.file(project, '02.md'), 'utf8').catch(() => ''), soon)
      .toBe(two);
  });
});

describe('a title that reads back otherwise than it was given [W1]', () => {
  const written = '# The *Pequod* #\n\nHe went aboard.\n';
  const open = async () => {
    const project = await desk.project({ 'The Pequod.md': written });
    const { page, binder } = await desk.window('en', { project });
    await binder.chapter('Pequod').click();
    return {
      ...{ page, binder },
      read: (name: string) => readFile(desk.file(project, name), 'utf8').catch(() => ''),
    };
  };

  it('goes back from the binder to the heading it was, marks and all', async () => {
    for (const given of ['The *Rachel* Sails', 'C #', '2 * 3 * 4', 'Aboard']) {
      const { page, binder, read } = await open();
      await page.keyboard.press('F2');
      await binder.renameField.fill(given);
      await page.keyboard.press('Enter');
      await expect.poll(() => read('The Pequod.md'), soon).toBe('');
      await binder.undo.waitFor();
      await page.keyboard.press('Control+z');
      await expect.poll(() => read('The Pequod.md'), soon).toBe(written);
    }
  });

  it('goes back from the outline too', async () => {
    const { page, read } = await open();
    await page.keyboard.press('Control+Alt+2');
    await page.locator('[data-cell]:focus').waitFor();
    await page.keyboard.press('F2');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('C #');
    await page.keyboard.press('Enter');
    await expect.poll(() => read('C #.md'), soon).toBe('# C \\# #\n\nHe went aboard.\n');
    await page.keyboard.press('Control+z');
    await expect.poll(() => read('The Pequod.md'), soon).toBe(written);
  });
});

describe('a chapter that another window deleted while it is on the page [W1]', () => {
  const chapters = { '01.md': '# 渡口\n\n雪。\n', '02.md': '# 灯\n\n灯灭了。\n' };

  it('is no hindrance to a new one, in its place, which is opened', async () => {
    const project = await desk.project({ ...chapters, '03.md': '# 锣\n\n锣停了。\n' });
    const { projectId } = project;
    const { page, binder, text } = await desk.window('zh-CN', { project });
    await binder.open('灯');
    await text.paragraph('灯灭了。').waitFor();
    const { documents } = await desk.call('documents:list', { projectId });
    const documentId = documents[1]?.documentId ?? '';
    await desk.call('documents:delete', { projectId, documentId });
    await expect.poll(binder.titles, soon).toEqual(['渡口', '锣']);
    await page.keyboard.press('Control+Alt+n');
    await hasFocus(binder.renameField);
    await page.keyboard.insertText('潮');
    await page.keyboard.press('Enter');
    await expect.poll(binder.titles, soon).toEqual(['渡口', '潮', '锣']);
    await hasFocus(text.text);
    await page.keyboard.insertText('潮来了。');
    await expect
      .poll(() => readFile(desk.file(project, '潮.md'), 'utf8').catch(() => ''), soon)
      .toContain('潮来了。');
  });
});

describe('a scene with notes that comes into the chapter on the page [W1 W4]', () => {
  const chapters = {
    '01.md': '# 渡口\n\n阿禾上潮屋。\n\n***\n\n她不敢开口。\n',
    '02.md': '# 门槛\n\n母亲量水。\n',
  };

  it('has their marks, whichever comes first, and again after the undo', async () => {
    const project = await desk.project(chapters);
    const { projectId } = project;
    const [first = '', second = ''] = project.documents.map(({ documentId }) => documentId);
    for (const quote of ['她不敢', '开口']) {
      const start = chapters['01.md'].indexOf(quote);
      await desk.call('notes:create', {
        ...{ projectId, documentId: first, start, end: start + quote.length },
        ...{ kind: 'note', text: `为什么${quote}？` },
      });
    }
    const { page, binder, text } = await desk.window('zh-CN', { project });
    await binder.open('门槛');
    await text.paragraph('母亲量水。').waitFor();
    const marked = () => page.locator('.page-text [data-margin-id^="note:"]').allTextContents();
    await binder.chapter('渡口').focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('.binder-scene').filter({ hasText: '她不敢' }).focus();
    // The notes are read before the page has the text, and know where they are in it.
    const read = await heldAnswer(page, 'documents:read');
    await page.keyboard.press('Alt+ArrowDown');
    await read.asked;
    await expect
      .poll(async () => (await desk.call('notes:list', { projectId })).items[0]?.documentId, soon)
      .toBe(second);
    await read.give();
    await text.paragraph('她不敢开口。').waitFor();
    await expect.poll(async () => (await marked()).join(''), soon).toBe('她不敢开口');
    await binder.open('渡口');
    await text.paragraph('阿禾上潮屋。').waitFor();
    await expect.poll(marked, soon).toEqual([]);
    await page.keyboard.press('Control+z');
    await text.paragraph('她不敢开口。').waitFor();
    await expect.poll(async () => (await marked()).join(''), soon).toBe('她不敢开口');
  });
});
