import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterPage } from '#tests/helpers/enter-page.ts';
import { callTo, type Served, serveFabula } from '#tests/helpers/serve.ts';
import { deskModels, soon } from './pages/desk.ts';
import { sharedBrowser } from './pages/browser.ts';

let folder: string;
let served: Served;

const serve = async (): Promise<void> => {
  served = await serveFabula(path.join(folder, 'data'));
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fabula-again-'));
  await serve();
});
afterAll(async () => {
  await served.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

describe('a page that stood open while the program was killed and started again', () => {
  it('saves what was typed meanwhile as soon as the new address is opened in the same browser [W10 F17]', async () => {
    const book = path.join(folder, 'book');
    await mkdir(book);
    await writeFile(path.join(book, '01.md'), '# 第一章 雪夜\n\n窗外的雪落了一夜。\n');
    await callTo(served, 'settings:update', { language: 'zh-CN' });
    const { projectId } = await callTo(served, 'projects:open', { path: book, language: 'zh-CN' });
    const { browser } = await sharedBrowser();
    const context = await browser.newContext();
    const { page, text, word } = deskModels(await context.newPage(), 'zh-CN');
    await enterPage(page, served, projectId);
    await text.ready();
    await text.caretAfter('一夜。');
    await served.stop('SIGKILL');
    await page.keyboard.insertText('没有人知道。');
    await serve();
    // Of two lines neither says that it connects by itself.
    await page
      .getByRole('alert')
      .filter({ hasText: word('app:connection.refused') })
      .waitFor();
    await enterPage(await context.newPage(), served, projectId);
    const saved = () => readFile(path.join(book, '01.md'), 'utf8');
    await expect.poll(saved, soon).toContain('一夜。没有人知道。');
    await context.close();
  });
});
