import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { wordsOfDocx } from '#tests/helpers/exported-text.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { word as wordOf } from './pages/words.ts';

let desk: Desk;
let novel: ProjectInfo;
beforeAll(async () => {
  desk = await startDesk();
  novel = await desk.project({
    '01.md': '# 第一章 雪夜\n\n雪落了一夜。\n',
    '02.md': '# 第二章 天明\n\n雪停了。\n',
  });
  const [, second] = novel.documents;
  const { projectId } = novel;
  const documentId = second?.documentId ?? '';
  await desk.call('documents:update', { projectId, documentId, fence: { neverSend: true } });
});
afterAll(() => desk.close());

const word = (key: string, values?: Record<string, string | number>): string =>
  wordOf('zh-CN', key, values);

const openDialog = async () => {
  const { page, text } = await desk.window('zh-CN', { project: novel });
  const open = async () => {
    await page.keyboard.press('Control+Alt+E');
    const dialog = page.getByRole('dialog', { name: word('export:title') });
    await dialog.getByRole('radio', { name: word('export:formats.docx.name') }).waitFor();
    return dialog;
  };
  return { page, text, open, dialog: await open() };
};

/** What a printer is given, as it stands when the page prints itself: its text, and what of the document is shown. */
const seenWhenPrinted = (): Promise<{ text: string; shown: string[] }> =>
  new Promise((resolve) => {
    const look = (): void => {
      const parts = [...document.body.children];
      const shown = parts.filter((part) => getComputedStyle(part).display !== 'none');
      const text = document.querySelector('.fabula-print')?.textContent ?? '';
      resolve({ text, shown: shown.map(({ className }) => className) });
    };
    window.addEventListener('beforeprint', look, { once: true });
  });

describe('the export dialog', () => {
  it('shows what will be made, says what is fenced, saves it and remembers the choices [B10]', async () => {
    const { page, dialog, open } = await openDialog();
    await dialog.getByText(word('export:fenced_other', { count: 1 })).waitFor();
    await dialog.getByLabel(word('export:author')).fill('沈青');
    const preview = dialog.getByRole('region', { name: word('export:preview.label') });
    await preview.getByText('沈青').waitFor();
    await preview.getByRole('button', { name: word('export:preview.forth') }).click();
    await preview.getByText('雪落了一夜。').waitFor();
    await dialog.getByText(word('export:chosen'), { exact: true }).click();
    await dialog.getByText('第二章 天明').click();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFindings(page, { inside: '[role=dialog]' })).toEqual([]);
    }
    const coming = page.waitForEvent('download');
    await page.keyboard.press('Control+Enter');
    const saved = await coming;
    expect(saved.suggestedFilename()).toBe(`${novel.name}.docx`);
    const words = await wordsOfDocx(await readFile(await saved.path()));
    expect(words).toContain('雪落了一夜。');
    expect(words).toContain('沈青');
    expect(words).not.toContain('雪停了。');
    await page.getByText(word('export:downloaded')).waitFor();
    const again = await open();
    expect(await again.getByLabel(word('export:author')).inputValue()).toBe('沈青');
    expect(await again.getByText(word('export:fenced_other', { count: 1 })).count()).toBe(0);
  });

  it('shows the page of a volume before its first chapter, and leaves the volumes out when told so [W1 B10]', async () => {
    const book = await desk.project({
      '00 楔子.md': '# 楔子\n\n从前。\n',
      '01 上卷/01.md': '# 第一章 灯\n\n灯亮着。\n',
      '02 下卷/02.md': '# 第二章 船\n\n船来了。\n',
    });
    const { page } = await desk.window('zh-CN', { project: book });
    await page.keyboard.press('Control+Alt+E');
    const dialog = page.getByRole('dialog', { name: word('export:title') });
    const preview = dialog.getByRole('region', { name: word('export:preview.label') });
    const shown = preview.locator('.export-sheet');
    const turn = (to: 'forth' | 'back') =>
      preview.getByRole('button', { name: word(`export:preview.${to}`) }).click();
    await preview.getByText(word('export:preview.title')).waitFor();
    for (const words of ['从前。', '上卷', '灯亮着。', '下卷', '船来了。']) {
      await turn('forth');
      await shown.getByText(words).waitFor();
    }
    await turn('back');
    await preview.getByText(word('export:preview.volumes')).waitFor();
    await dialog.getByText(word('export:volumes'), { exact: true }).click();
    await shown.getByText('船来了。').waitFor();
    await turn('back');
    await shown.getByText('灯亮着。').waitFor();
    expect(await shown.getByText('上卷').count()).toBe(0);
    const coming = page.waitForEvent('download');
    await page.keyboard.press('Control+Enter');
    const words = await wordsOfDocx(await readFile(await (await coming).path()));
    expect(words).toContain('船来了。');
    expect(words).not.toContain('下卷');
  });

  it('exports what was typed a moment ago', async () => {
    const { page, text, dialog, open } = await openDialog();
    await dialog.getByText(word('export:formats.platform.name')).click();
    await page.keyboard.press('Escape');
    await text.ready();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('灯灭了。');
    const again = await open();
    expect(await again.getByText(word('export:formats.platform.name')).count()).toBe(1);
    const coming = page.waitForEvent('download');
    await page.keyboard.press('Control+Enter');
    const saved = await coming;
    expect(saved.suggestedFilename()).toBe(`${novel.name}.txt`);
    expect(await readFile(await saved.path(), 'utf8')).toContain('灯灭了。');
  });

  it('hands set pages to the browser’s print view, and takes them out again', async () => {
    const { page, dialog } = await openDialog();
    await dialog.getByText('PDF', { exact: true }).click();
    await dialog.getByText(word('export:printHint')).waitFor();
    await page.emulateMedia({ media: 'print' });
    const printing = page.evaluate(seenWhenPrinted);
    await page.keyboard.press('Control+Enter');
    const { text, shown } = await printing;
    // The second chapter is remembered as left out.
    expect(text).toContain('雪落了一夜。');
    expect(text).not.toContain('雪停了。');
    expect(shown).toEqual(['fabula-print']);
    await page.emulateMedia({ media: null });
    const pages = page.locator('.fabula-print');
    await expect.poll(() => pages.count(), soon).toBe(0);
    await page.getByText(word('export:printed')).waitFor();
  });
});
