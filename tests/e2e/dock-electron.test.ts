import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ElectronApplication, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchElectron } from '#tests/helpers/electron-runtime.ts';
import { deskModels, soon } from './pages/desk.ts';
import { constraintsModel, inspectModel } from './pages/dock-models.ts';

let data: string;
let app: ElectronApplication;
let page: Page;

const launch = async (): Promise<void> => {
  app = await launchElectron({ args: [`--data-dir=${data}`] });
  page = await app.firstWindow();
  await page.waitForLoadState('load');
  await page.evaluate(() =>
    window.host?.call('settings:update', { language: 'zh-CN', debugMode: true }),
  );
};

/** The models of the window there is. */
const models = () => ({
  ...deskModels(page, 'zh-CN'),
  constraints: constraintsModel(page, 'zh-CN'),
  inspect: inspectModel(page, 'zh-CN'),
});

/** A book of one chapter; what `before` does comes after it was opened and before the window shows it. */
const openBook = async (name: string, chapter: string, before = () => {}): Promise<string> => {
  const folder = path.join(data, name);
  const file = path.join(folder, '01.md');
  await mkdir(folder);
  await writeFile(file, chapter);
  await page.evaluate((place) => window.host?.call('projects:open', { path: place }), folder);
  before();
  await page.reload();
  await models().text.ready();
  return file;
};

beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'fabula-dock-'));
  await launch();
});
afterAll(async () => {
  await app.close();
  await rm(data, { recursive: true, force: true, maxRetries: 3 });
});

describe('the dock in its window', () => {
  it('S3-24 puts a new constraint into the prompt, and keeps it over a restart', async () => {
    await openBook('长夜', '# 第一章 雪夜\n\n窗外的雪落了一夜。\n');
    const { constraints, inspect } = models();
    await constraints.show();
    await constraints.add('只写林远看见的。');
    await inspect.show();
    await inspect.view('prompt');
    await expect.poll(inspect.prompt).toContain('[创作约束 - 不可违反]\n1. 只写林远看见的。\n');
    await app.close();
    await launch();
    const again = models();
    await again.text.ready();
    await again.constraints.show();
    await expect.poll(again.constraints.texts).toEqual(['只写林远看见的。']);
  });

  it('underlines misspelt words of an English book, as in a browser, and fetches nothing for it [W5, B12]', async () => {
    const asked: string[] = [];
    await openBook('Snow', '# Snow\n\nIt was definately teh colour of snow.\n', () => {
      page.context().on('request', (request) => asked.push(new URL(request.url()).protocol));
    });
    const { text } = models();
    const marks = page.locator('.page-text .cm-misspelt');
    await expect
      .poll(() => marks.allTextContents(), { timeout: 20_000 })
      .toEqual(['definately', 'teh']);
    await marks.first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'definitely', exact: true }).click();
    await expect.poll(text.visibleLines).toContain('It was definitely teh colour of snow.');
    // A page with unsaved words does not let itself be loaded again.
    await text.saved();
    expect(new Set(asked)).toEqual(new Set([new URL(page.url()).protocol]));
  });

  it('fills the screen with the page while one is locked in, keeps Esc from it, and closes when it is told to [W3]', async () => {
    const file = await openBook('归途', '# 第一章 雪夜\n\n窗外的雪落了一夜。\n');
    const { palette, word } = models();
    const strip = page.locator('.lock-in-strip');
    const isFull = () =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFullScreen());
    const enter = async () => {
      await palette.run(word('lock-in:commands.open'));
      await page.getByRole('dialog').getByRole('textbox').press('Enter');
      await strip.waitFor();
      await expect.poll(isFull, soon).toBe(true);
    };
    await enter();
    await page.keyboard.press('Escape');
    await page.keyboard.insertText('雪');
    await expect.poll(() => strip.textContent(), soon).toContain('499');
    expect(await isFull()).toBe(true);
    await page.keyboard.down('Escape');
    await expect.poll(() => strip.count(), soon).toBe(0);
    await page.keyboard.up('Escape');
    await expect.poll(isFull, soon).toBe(false);
    await enter();
    await page.keyboard.insertText('夜');
    await app.close();
    expect(await readFile(file, 'utf8')).toContain('雪夜窗外');
  });
});
