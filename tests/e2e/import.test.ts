import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import iconv from 'iconv-lite';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docxOf, paragraph, run } from '#tests/helpers/import-files.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { settled } from './pages/settled.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const novel = [
  '第一章 雪线\r\n　　那年雪下得早，驿站的马还没有换掌。\r\n　　他没有回头。',
  '第二章 换马\r\n　　换马的人站在棚子底下数蹄印。',
  '第三章 盐\r\n　　盐是夜里到的，一共十一袋。',
].join('\r\n\r\n');

const choose = (page: Page, name: string, buffer: Buffer): Promise<void> =>
  page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'text/plain', buffer });

/** What axe finds in the dialog, as lines one can act on. */
const findings = async (page: Page): Promise<string[]> => {
  await settled(page);
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
};

describe('a text from elsewhere, in the window', () => {
  it('is looked at, adjusted and becomes a new book [B10]', async () => {
    const { page, text, binder, word } = await desk.window('zh-CN');
    await page.getByRole('button', { name: word('import:welcome.action') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await choose(page, '雪线旧稿.txt', iconv.encode(novel, 'GB18030'));
    await dialog.getByText('第二章 换马').waitFor();
    expect(await findings(page)).toEqual([]);
    // Only lines on the screen are in the page: each says which it is of how many.
    const second = dialog.getByRole('listitem').filter({ hasText: '第二章 换马' });
    const places = await Promise.all(
      ['aria-posinset', 'aria-setsize'].map((name) => second.getAttribute(name)),
    );
    expect(places).toEqual(['2', '3']);
    expect((await desk.call('projects:list', {})).items).toEqual([]);
    // The language is that of the text as it is read, until one is chosen.
    for (const [encoding, language] of [
      ['windows-1252', 'English'],
      ['GB18030', '中文'],
    ] as const) {
      await dialog.getByRole('radio', { name: encoding }).click({ force: true });
      const shown = dialog.getByRole('radio', { name: language });
      await expect.poll(() => shown.isChecked(), soon).toBe(true);
    }
    await dialog.getByRole('radio', { name: word('import:split.none') }).click({ force: true });
    const last = dialog.getByRole('checkbox', {
      name: word('import:chapter.take', { title: '第三章 盐' }),
    });
    await last.waitFor({ state: 'detached' });
    await expect.poll(() => dialog.getByRole('listitem').count(), soon).toBeGreaterThan(0);
    await dialog.getByRole('radio', { name: word('import:split.pattern') }).click({ force: true });
    await last.focus();
    await page.keyboard.press('Space');
    // A key that closes it throws away nothing that was made of the chapters.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: word('import:bundle.welcome.action') }).click();
    await dialog.getByText(word('import:bundle.title')).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: word('import:welcome.action') }).click();
    await expect.poll(() => last.isChecked(), soon).toBe(false);
    await dialog.getByRole('textbox', { name: word('import:into.name') }).fill('雪线以北');
    await dialog.getByRole('button', { name: word('import:take', { count: 2 }) }).click();
    await text.ready();
    await expect.poll(() => binder.titles(), soon).toEqual(['雪线', '换马']);
    const { items } = await desk.call('projects:list', {});
    expect(items.map(({ name }) => name)).toEqual(['雪线以北']);
  });

  it('dropped on the window goes behind the open book, and out again by one undo [B10]', async () => {
    const { page, text, binder, word } = await desk.window('en');
    await text.ready();
    const before = await binder.titles();
    const inserted = `<w:ins w:id="1" w:author="Ed">${run(' Then it stopped.')}</w:ins>`;
    const docx = await docxOf(
      paragraph('Snow', '1') +
        paragraph(`${run('It snowed.')}${inserted}`) +
        paragraph('Salt', '1') +
        paragraph('Eleven bags.'),
    );
    await page.evaluate((content) => {
      const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'draft.docx'));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    }, docx.toString('base64'));
    const dialog = page.getByRole('dialog');
    await dialog.getByText(word('import:changes.title_one', { count: 1 })).waitFor();
    expect(await findings(page)).toEqual([]);
    // What becomes of the changes makes no other chapters: the one that is not wanted stays so.
    const salt = dialog.getByRole('checkbox', {
      name: word('import:chapter.take', { title: 'Salt' }),
    });
    await salt.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => salt.isChecked(), soon).toBe(false);
    await dialog.getByText(word('import:changes.reject'), { exact: true }).click();
    await dialog.getByText(word('import:changes.rejectMeans')).waitFor();
    const words = dialog.getByRole('listitem').filter({ hasText: 'Snow' }).locator('.import-count');
    await expect.poll(() => words.textContent(), soon).toBe('3');
    expect(await salt.isChecked()).toBe(false);
    await salt.focus();
    await page.keyboard.press('Space');
    await dialog.getByText(word('import:into.book', { name: '雪线以北' })).click();
    await dialog.getByRole('button', { name: word('import:take_other', { count: 2 }) }).click();
    await dialog.waitFor({ state: 'detached' });
    // The notice goes after its time: first it, then what the binder shows.
    await page.getByText(word('import:done_other', { count: 2 })).hover();
    await expect.poll(() => binder.titles(), soon).toEqual([...before, 'Snow', 'Salt']);
    await page.getByRole('button', { name: word('app:actions.undo') }).click();
    await expect.poll(() => binder.titles(), soon).toEqual(before);
  });

  it('that an earlier page took in comes out again from the list of long work [B10 W9]', async () => {
    const project = await desk.project({ '01.md': '# One\n\nIt rained.\n' }, 'en');
    const { projectId } = project;
    const { page, binder, palette, word } = await desk.window('en', { project });
    const before = await binder.titles();
    const { path } = await desk.call('import:upload', {
      ...{ name: 'draft.md', content: Buffer.from('# Snow\n\nIt snowed.\n').toString('base64') },
    });
    await desk.call('import:commit', { path, into: { projectId } });
    await expect.poll(() => binder.titles(), soon).toEqual([...before, 'Snow']);
    await palette.run(word('jobs:commands.open'));
    const row = page.getByRole('dialog').getByRole('listitem');
    await row.getByRole('button', { name: word('import:takeOut') }).click();
    await page.getByText(word('import:undone_one')).waitFor();
    await expect.poll(() => binder.titles(), soon).toEqual(before);
  });

  it('of many files comes in whole, and a folder without a text says so [W10]', async () => {
    const { page, text, binder, word } = await desk.window('zh-CN', { width: 1024, height: 700 });
    await text.ready();
    const drop = (files: Record<string, string>): Promise<void> =>
      page.evaluate((contents) => {
        const data = new DataTransfer();
        for (const [name, content] of Object.entries(contents)) {
          data.items.add(new File([content], name));
        }
        document.body.dispatchEvent(
          new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
        );
      }, files);
    const dialog = page.getByRole('dialog');
    await drop({ '.DS_Store': 'x', '封面.png': 'x' });
    await dialog.getByText(word('errors:IMPORT_FORMAT_UNKNOWN.what')).waitFor();
    const long = '甄士隐梦幻识通灵 贾雨村风尘怀闺秀';
    await drop({
      '010.md': '# 第10章 盐\n\n十一袋。\n',
      '009.md': `# 第9章 ${long}\n\n换马的人站在棚子底下数蹄印。\n`,
      '说明.docx': 'x',
      '片花.mp4': 'x',
    });
    await dialog.getByText(`第9章 ${long}`).waitFor();
    await dialog.getByText(word('import:leftOut.documents', { count: 1 })).click();
    await dialog.getByText('说明.docx', { exact: true }).waitFor();
    await dialog.getByText(word('import:leftOut.others', { count: 1 })).waitFor();
    expect(await findings(page)).toEqual([]);
    const cut = dialog.locator('.import-title b').first();
    expect(await cut.evaluate((title) => title.scrollWidth - title.clientWidth)).toBe(0);
    const name = dialog.getByRole('textbox', { name: word('import:into.name') });
    expect(await name.inputValue()).toBe('');
    await name.fill('盐路');
    await dialog.getByRole('button', { name: word('import:take', { count: 2 }) }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => binder.titles(), soon).toEqual([long, '盐']);
  });

  it('that cannot be read says so, and another can be chosen [B10]', async () => {
    const { page, text, palette, word } = await desk.window('en');
    await text.ready();
    await palette.run(word('import:command'));
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await choose(page, 'broken.docx', Buffer.from('PK\u0003\u0004 and nothing more'));
    await dialog.getByText(word('errors:IMPORT_FILE_DAMAGED.what')).waitFor();
    // A reading that takes for ever is called off, and the dialog asks for a file again.
    const preview = '**/rpc/import%3Apreview';
    await page.route(preview, () => undefined);
    await choose(page, 'endless.txt', Buffer.from('Chapter 1\n\nOne.\n'));
    await dialog.getByText(word('import:busy.reading')).waitFor();
    await dialog.getByRole('button', { name: word('app:actions.cancel') }).click();
    await dialog.getByRole('button', { name: word('import:choose.file') }).waitFor();
    await page.unroute(preview);
    await choose(page, 'a.txt', Buffer.from('Chapter 1\n\nOne.\n\nChapter 2\n\nTwo.\n'));
    await dialog.getByText('Chapter 2', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('that is a whole book is looked at and comes in as a book of its own [B9]', async () => {
    const { items } = await desk.call('projects:list', {});
    const projectId = items[0]?.projectId ?? '';
    const { path } = await desk.call('projects:get', { projectId });
    const file = `${path}.fabula`;
    await desk.call('projects:bundle:export', { projectId, path: file });
    const { page, text, binder, palette, word } = await desk.window('en');
    await text.ready();
    const titles = await binder.titles();
    await palette.run(word('import:bundle.command'));
    const dialog = page.getByRole('dialog');
    await choose(page, '雪线以北.fabula', readFileSync(file));
    await dialog.getByText(word('import:bundle.isHere')).waitFor();
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole('button', { name: word('import:bundle.take') }).click();
    await dialog.waitFor({ state: 'detached' });
    await text.ready();
    await expect.poll(() => binder.titles(), soon).toEqual(titles);
    await expect
      .poll(async () => (await desk.call('projects:list', {})).items.length, soon)
      .toBe(items.length + 1);
  });

  it('that was put aside waits while a whole book is looked at, and is there again when that one goes [B9 B10]', async () => {
    const project = await desk.project({ '01.md': '# 一\n\n雨。\n' });
    const { projectId } = project;
    const file = `${project.path}.fabula`;
    await desk.call('projects:bundle:export', { projectId, path: file });
    const { page, palette, word } = await desk.window('zh-CN', { project });
    const dialog = page.getByRole('dialog');
    const last = dialog.getByRole('checkbox', {
      name: word('import:chapter.take', { title: '第三章 盐' }),
    });
    const leave = async () => {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };
    await palette.run(word('import:command'));
    await choose(page, '雪线旧稿.txt', Buffer.from(novel));
    await last.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => last.isChecked(), soon).toBe(false);
    await leave();
    for (const name of ['一.fabula', '另一份.txt']) {
      const isBook = name.endsWith('.fabula');
      await palette.run(word('import:bundle.command'));
      await choose(page, name, isBook ? readFileSync(file) : Buffer.from('# 风\n\n起风了。\n'));
      if (isBook) await dialog.getByText(word('import:bundle.isHere')).waitFor();
      else await dialog.getByRole('listitem').filter({ hasText: '风' }).waitFor();
      await leave();
      await page.getByText(word('import:aside')).first().waitFor();
      await palette.run(word('import:command'));
      await last.waitFor();
      expect(await last.isChecked()).toBe(false);
      await leave();
    }
  });
});
