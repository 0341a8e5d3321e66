import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ElectronApplication } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { launchElectron } from '#tests/helpers/electron-runtime.ts';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { deskModels, soon } from './pages/desk.ts';
import { writeModel } from './pages/write-model.ts';
import { hasFocus } from './pages/settled.ts';

let data: string;
let server: ModelServer;
let app: ElectronApplication;

beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'fabula-window-'));
  server = await startModelServer();
});
afterEach(async () => {
  await server.close();
  await rm(data, { recursive: true, force: true, maxRetries: 3 });
});

const launch = async () => {
  app = await launchElectron({ args: [`--data-dir=${data}`] });
  const page = await app.firstWindow();
  await page.waitForLoadState('load');
  await page.evaluate(() => window.host?.call('settings:update', { language: 'zh-CN' }));
  return { ...deskModels(page, 'zh-CN'), write: writeModel(page, 'zh-CN') };
};

const chapter = '# 第一章 雪夜\n\n窗外的雪落了一夜。\n\n林远坐在灯下。\n';

describe('the assistant in its window', () => {
  it('F14 connects, writes on, comes back after a restart, is accepted, and one undo restores the bytes', async () => {
    const folder = path.join(data, '长夜');
    const file = path.join(folder, '第一章.md');
    await mkdir(folder);
    await writeFile(file, chapter);
    const onDisk = () => readFile(file, 'utf8');
    const { page, text, write } = await launch();
    await page.evaluate((place) => window.host?.call('projects:open', { path: place }), folder);
    await page.reload();
    await text.ready();
    server.script({ pieces: ['好。'] });
    await page.keyboard.press('Control+Shift+M');
    await write.models.addOnline.click();
    await write.models.model.fill('scripted');
    await write.models.baseUrl.fill(`${server.url}/v1`);
    await page.keyboard.press('Control+Enter');
    await write.models.dialog.locator('.model-result[data-ok="true"]').waitFor();
    await page.keyboard.press('Escape');
    await write.models.dialog.waitFor({ state: 'detached' });
    server.script({ pieces: ['没有风。\n\n', '也没有人。'] });
    await text.caretAfter('落了一夜。');
    await write.ask();
    await write.bar.waitFor();
    expect(await onDisk()).toBe(chapter);
    await app.close();
    const again = await launch();
    await again.write.bar.waitFor();
    await again.text.text.focus();
    await again.page.keyboard.press('Control+Enter');
    const written = chapter.replace('一夜。', '一夜。\n\n没有风。\n\n也没有人。');
    await expect.poll(onDisk, soon).toBe(written);
    await again.write.bar.waitFor({ state: 'detached' });
    await again.page.keyboard.press('Control+Z');
    await expect.poll(onDisk, soon).toBe(chapter);
    await app.close();
  });

  it('S3-25 F14 stops, writes once more when it must, marks what is left, and takes a waiver and one change of two', async () => {
    const folder = path.join(data, '长夜');
    const file = path.join(folder, '第一章.md');
    await mkdir(folder);
    await writeFile(file, chapter);
    const onDisk = () => readFile(file, 'utf8');
    const { page, text, write, word } = await launch();
    await page.evaluate(
      async ({ place, baseUrl }) => {
        const call = window.host?.call;
        await call?.('projects:open', { path: place });
        const reply = await call?.('projects:list', {});
        const [, projectId = ''] = /"projectId":"([^"]+)"/.exec(JSON.stringify(reply)) ?? [];
        await call?.('constraints:create', { projectId, type: 'style', text: '不用“忽然”。' });
        await call?.('judge:settings:update', { projectId, mode: 'regenerate' });
        await call?.('ai:models:save', {
          id: 'scripted',
          provider: 'openai-compatible',
          baseUrl,
          model: 'scripted',
          contextWindow: 8000,
          maxOutput: 1000,
        });
      },
      { place: folder, baseUrl: `${server.url}/v1` },
    );
    await page.reload();
    await text.ready();

    server.script({ pieces: ['没有风。'], pause: 50, end: 'stall' });
    await text.caretAfter('落了一夜。');
    await write.ask();
    await write.lastRun.getByText('没有风。').waitFor();
    await page.keyboard.press('Escape');
    await write.lastRun.getByText(word('write:run.cancelled')).waitFor();
    await write.bar.waitFor();
    await text.text.focus();
    await page.keyboard.press('Escape');
    await write.bar.waitFor({ state: 'detached' });

    server.script((call) => ({
      pieces: [call.bytes.includes('重写一遍') ? '门开了。\n\n灯忽然灭了。' : '门忽然开了。'],
    }));
    await text.caretAfter('落了一夜。');
    await write.ask();
    await write.lastRun.getByText(word('write:run.regenerated', { count: 1 })).waitFor();
    await write.underlined.waitFor();
    expect(await write.underlined.textContent()).toBe('忽然');
    await page.keyboard.press('Alt+F7');
    const popover = page.getByRole('dialog', { name: word('findings:label') });
    await popover.getByRole('button', { name: word('findings:waiveWith') }).click();
    await hasFocus(popover.getByRole('textbox'));
    await page.keyboard.type('要突兀。');
    await page.keyboard.press('Enter');
    await write.underlined.waitFor({ state: 'detached' });

    await text.text.focus();
    await page.keyboard.press('Alt+Enter');
    await page.keyboard.press('Alt+Backspace');
    await write.bar.waitFor({ state: 'detached' });
    await expect.poll(onDisk, soon).toContain('落了一夜。\n\n门开了。');
    expect(await onDisk()).not.toContain('忽然');
    await text.saved();
    await page.keyboard.press('Control+Z');
    await expect.poll(onDisk, soon).toBe(chapter);
    await app.close();
  });

  it('has in the window too, dark and English: the page’s own menu, two answers apart, the words of an undone accept [F14, F24, W3]', async () => {
    const folder = path.join(data, 'Snow');
    const file = path.join(folder, '01.md');
    const snow = '# Snow\n\nThe snow fell all night.\n\nHe went.\n';
    await mkdir(folder);
    await writeFile(file, snow);
    const onDisk = () => readFile(file, 'utf8');
    const { page } = await launch();
    const opened = await page.evaluate(
      async ([place = '', url = '']) => {
        await window.host?.call('settings:update', { language: 'en', theme: 'dark' });
        await window.host?.call('ai:models:save', {
          ...{ id: 'scripted', provider: 'openai-compatible', model: 'scripted' },
          ...{ baseUrl: url, contextWindow: 8000, maxOutput: 1000 },
        });
        return window.host?.call('projects:open', { path: place });
      },
      [folder, `${server.url}/v1`],
    );
    const { projectId } = z
      .object({ value: z.object({ projectId: z.string() }) })
      .parse(opened).value;
    await page.reload();
    const { text, word } = deskModels(page, 'en');
    const write = writeModel(page, 'en');
    await text.ready();
    // The desktop pastes by itself: its page never reads the clipboard.
    const menu = page.getByRole('menu', { name: word('editor:selection.menu') });
    const choose = (key: string) =>
      menu.getByRole('menuitem', { name: word(`editor:selection.${key}`) }).click();
    await text.caretAfter('all night.');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Shift+F10');
    await choose('cut');
    await expect.poll(onDisk, soon).not.toContain('all night.');
    await text.paragraph('He went.').click({ button: 'right' });
    await choose('paste');
    await expect.poll(onDisk, soon).toContain('The snow fell all night.');
    await text.saved();
    const before = await onDisk();
    for (const answer of ['Nobody came.', 'It was over.']) {
      server.script({ pieces: [answer] });
      await text.text.focus();
      await page.keyboard.press('Control+End');
      await write.ask();
      await write.inserted.filter({ hasText: answer }).waitFor();
    }
    await expect.poll(() => write.inserted.allTextContents()).toEqual(['It was over.']);
    expect(await onDisk()).toBe(before);
    await text.text.focus();
    await page.keyboard.press('Control+Enter');
    await write.bar.waitFor({ state: 'detached' });
    await expect.poll(onDisk, soon).toContain('It was over.');
    expect(await onDisk()).not.toContain('Nobody came.');
    await page.keyboard.press('Control+Z');
    await expect.poll(onDisk, soon).toBe(before);
    const accepted = () =>
      page.evaluate((id) => window.host?.call('goals:log', { projectId: id }), projectId);
    await expect.poll(accepted, soon).toMatchObject({ value: { items: [{ accepted: 0 }] } });
    await app.close();
  });
});
