import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launchElectron } from '#tests/helpers/electron-runtime.ts';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { assistantModel } from './pages/assistant.ts';
import { deskModels, soon } from './pages/desk.ts';
import { toolCall } from './pages/chat-desk.ts';

let data: string;
let server: ModelServer;

beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'fabula-window-'));
  server = await startModelServer();
});
afterEach(async () => {
  await server.close();
  await rm(data, { recursive: true, force: true, maxRetries: 3 });
});

describe('the chat in its window', () => {
  it('S4-04 asks, reads a chapter, answers, and is there again after a restart', async () => {
    const folder = path.join(data, '长夜');
    await mkdir(folder);
    await writeFile(path.join(folder, '第一章.md'), '# 第一章 雪夜\n\n窗外的雪落了一夜。\n');
    const launch = async () => {
      const app = await launchElectron({ args: [`--data-dir=${data}`] });
      const page = await app.firstWindow();
      await page.waitForLoadState('load');
      return { app, chat: assistantModel(page, 'zh-CN'), ...deskModels(page, 'zh-CN') };
    };
    const first = await launch();
    const profile = {
      id: 'scripted',
      provider: 'openai-compatible',
      baseUrl: `${server.url}/v1`,
      model: 'scripted',
      contextWindow: 60_000,
      toolProtocol: 'native',
    };
    await first.page.evaluate(
      async ([place, model]) => {
        await window.host?.call('settings:update', { language: 'zh-CN' });
        await window.host?.call('ai:models:save', model);
        await window.host?.call('projects:open', { path: place });
      },
      [folder, profile] as const,
    );
    await first.page.reload();
    await first.text.ready();
    server.script(
      { calls: [toolCall('Read', { path: '第一章.md' })] },
      { pieces: ['雪', '落了一夜。'] },
    );
    await first.chat.show();
    await first.chat.ask('雪落了多久？');
    await first.chat.answered('雪落了一夜');
    expect(await first.chat.steps.count()).toBe(1);
    const exported = path.join(data, 'exported.md');
    // Who saves by hand is asked where; here the answer is given beforehand.
    await first.app.evaluate(({ session }, place) => {
      session.defaultSession.on('will-download', (_event, item) => item.setSavePath(place));
    }, exported);
    await first.chat.button('more').click();
    await first.page.getByRole('menuitem', { name: first.chat.say('export.menu') }).click();
    await expect
      .poll(() => readFile(exported, 'utf8').catch(() => ''), soon)
      .toContain('雪落了多久？');
    await first.app.close();
    const again = await launch();
    await again.text.ready();
    await again.chat.show();
    await again.chat.answered('雪落了一夜');
    await again.app.close();
  });
});
