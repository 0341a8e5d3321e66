import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ElectronApplication } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launchElectron } from '#tests/helpers/electron-runtime.ts';
import { type DeskModels, deskModels, soon } from './pages/desk.ts';

let data: string;
let app: ElectronApplication;

beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'fabula-window-'));
});
afterEach(() => rm(data, { recursive: true, force: true, maxRetries: 3 }));

const launch = async (): Promise<DeskModels> => {
  app = await launchElectron({ args: [`--data-dir=${data}`] });
  const page = await app.firstWindow();
  await page.waitForLoadState('load');
  await page.evaluate(() => window.host?.call('settings:update', { language: 'zh-CN' }));
  return deskModels(page, 'zh-CN');
};

const chapter = '# 第一章 雪夜\n\n窗外的雪落了一夜。\n\n林远坐在灯下。\n';

describe('the desk in its window', () => {
  it('writes, switches chapters and runs commands as in the browser; F17 saves what was typed just before it is closed, and opens where it was', async () => {
    const folder = path.join(data, '长夜');
    const file = path.join(folder, '第一章.md');
    await mkdir(folder);
    await writeFile(file, chapter);
    const { page, text, binder, palette, word } = await launch();
    await page.getByRole('button', { name: word('welcome:sample.action') }).click();
    await text.ready();
    await binder.open('秋分大潮');
    await text.paragraph('秋分大潮').waitFor();
    await palette.run(word('app:commands.darkTheme'));
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset.theme), soon)
      .toBe('dark');

    await page.evaluate((place) => window.host?.call('projects:open', { path: place }), folder);
    await page.reload();
    await text.ready();
    await text.caretAfter('落了一夜。');
    await page.keyboard.type('没有风。');
    await app.close();
    expect(await readFile(file, 'utf8')).toBe(chapter.replace('落了一夜。', '落了一夜。没有风。'));
    const again = await launch();
    await again.text.paragraph('没有风。').waitFor();
    await app.close();
  });
});
