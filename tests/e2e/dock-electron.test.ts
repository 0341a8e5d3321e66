import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ElectronApplication } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launchElectron } from '#tests/helpers/electron-runtime.ts';
import { deskModels, soon } from './pages/desk.ts';
import { constraintsModel, inspectModel } from './pages/dock-models.ts';

let data: string;
let app: ElectronApplication;

beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'fabula-dock-'));
});
afterEach(() => rm(data, { recursive: true, force: true, maxRetries: 3 }));

const launch = async () => {
  app = await launchElectron({ args: [`--data-dir=${data}`] });
  const page = await app.firstWindow();
  await page.waitForLoadState('load');
  await page.evaluate(() =>
    window.host?.call('settings:update', { language: 'zh-CN', debugMode: true }),
  );
  const { text, palette, word } = deskModels(page, 'zh-CN');
  return {
    page,
    text,
    palette,
    word,
    constraints: constraintsModel(page, 'zh-CN'),
    inspect: inspectModel(page, 'zh-CN'),
  };
};

describe('the dock in its window', () => {
  it('S3-24 puts a new constraint into the prompt, and keeps it over a restart', async () => {
    const folder = path.join(data, '长夜');
    await mkdir(folder);
    await writeFile(path.join(folder, '第一章.md'), '# 第一章 雪夜\n\n窗外的雪落了一夜。\n');
    const { page, text, constraints, inspect } = await launch();
    await page.evaluate((place) => window.host?.call('projects:open', { path: place }), folder);
    await page.reload();
    await text.ready();
    await constraints.show();
    await constraints.add('只写林远看见的。');
    await inspect.show();
    await inspect.view('prompt');
    await expect.poll(inspect.prompt).toContain('[创作约束 - 不可违反]\n1. 只写林远看见的。\n');
    await app.close();
    const again = await launch();
    await again.text.ready();
    await again.constraints.show();
    await expect.poll(again.constraints.texts).toEqual(['只写林远看见的。']);
    await app.close();
  });

  it('underlines misspelt words of an English book, as in a browser, and fetches nothing for it [W5, B12]', async () => {
    const folder = path.join(data, 'Snow');
    await mkdir(folder);
    await writeFile(
      path.join(folder, '01.md'),
      '# Snow\n\nIt was definately teh colour of snow.\n',
    );
    const { page, text } = await launch();
    await page.evaluate((place) => window.host?.call('projects:open', { path: place }), folder);
    const asked: string[] = [];
    page.context().on('request', (request) => asked.push(new URL(request.url()).protocol));
    await page.reload();
    await text.ready();
    const marks = page.locator('.page-text .cm-misspelt');
    await expect
      .poll(() => marks.allTextContents(), { timeout: 20_000 })
      .toEqual(['definately', 'teh']);
    await marks.first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'definitely', exact: true }).click();
    await expect.poll(text.visibleLines).toContain('It was definitely teh colour of snow.');
    expect(new Set(asked)).toEqual(new Set([new URL(page.url()).protocol]));
    await app.close();
  });

  it('fills the screen with the page while one is locked in, keeps Esc from it, and closes when it is told to [W3]', async () => {
    const folder = path.join(data, '长夜');
    await mkdir(folder);
    await writeFile(path.join(folder, '01.md'), '# 第一章 雪夜\n\n窗外的雪落了一夜。\n');
    const { page, text, palette, word } = await launch();
    await page.evaluate((place) => window.host?.call('projects:open', { path: place }), folder);
    await page.reload();
    await text.ready();
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
    expect(await readFile(path.join(folder, '01.md'), 'utf8')).toContain('雪夜窗外');
  });
});
