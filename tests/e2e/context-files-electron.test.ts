import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ElectronApplication } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createContextFiles, type ContextFilesService } from '#main/assistant/files/index.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { toolFile } from '#tests/helpers/context-files.ts';
import { launchElectron } from '#tests/helpers/electron-runtime.ts';
import { deskModels } from './pages/desk.ts';
import { filesModel } from './pages/files-model.ts';

let data: string;
let app: ElectronApplication;
/** What the agent leaves, from another process on the same data folder. */
let agent: ContextFilesService;

beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'fabula-files-window-'));
  agent = createContextFiles({
    platform: {
      paths: { data, documents: data, assets: data, samples: data },
      clock: { now: () => Date.now() },
      logger: { log: () => undefined },
    },
    settings: { get: () => defaultSettings },
  });
});
afterEach(async () => {
  await agent.close();
  await rm(data, { recursive: true, force: true, maxRetries: 3 });
});

const launch = async () => {
  app = await launchElectron({ args: [`--data-dir=${data}`] });
  const page = await app.firstWindow();
  await page.waitForLoadState('load');
  await page.evaluate(() => window.host?.call('settings:update', { language: 'zh-CN' }));
  return { ...deskModels(page, 'zh-CN'), files: filesModel(page, 'zh-CN') };
};

const lines = Array.from(
  { length: 200_000 },
  (_, index) => `第 ${index} 行 ${index % 1000 === 7 ? 'ERROR 断了' : 'ok'}`,
).join('\n');

describe('the files in their window', () => {
  it('F15 are opened at any size, searched, kept, exported, deleted and imported, also after a restart', async () => {
    const folder = path.join(data, '长夜');
    await mkdir(folder);
    await writeFile(path.join(folder, '第一章.md'), '# 第一章\n\n灯亮着。\n');
    await agent.create('c1', { ...toolFile('一'), hint: '先写的' });
    await agent.create('c1', { ...toolFile(lines), hint: '很长的记录' });
    const { page, text, files } = await launch();
    await page.evaluate((place) => window.host?.call('projects:open', { path: place }), folder);
    await page.reload();
    await text.ready();
    await files.show();
    await expect.poll(files.titles).toEqual(['很长的记录', '先写的']);

    await files.row('很长的记录').click();
    await files.reader.getByText('第 0 行 ok').waitFor();
    await files.find('error 断了');
    await files.results.getByText('第 150007 行').click();
    await files.reader.getByText(/第 150007 行/).waitFor();
    expect(await files.reader.locator('pre').count()).toBeLessThan(10);
    await files.button('pin').click();
    await files.button('unpin').waitFor();
    await files.button('back').click();

    const archive = path.join(data, 'files.zip');
    await files.transfer('export', archive);
    await expect.poll(() => existsSync(archive)).toBe(true);
    await files.row('先写的').click();
    await files.button('delete.action').click();
    await files.confirm('delete.action');
    await expect.poll(files.titles).toEqual(['很长的记录']);
    await app.close();

    const again = await launch();
    await again.text.ready();
    await again.files.show();
    await expect.poll(again.files.titles).toEqual(['很长的记录']);
    await again.files.transfer('import', archive);
    await expect.poll(again.files.titles).toEqual(['很长的记录', '先写的']);
    const listed = await again.page.evaluate(() =>
      window.host?.call('context-files:list', { conversationId: 'c1' }),
    );
    expect(JSON.stringify(listed)).toContain('"pinned":true');
    await agent.create('c1', { ...toolFile('二'), hint: '后来的' });
    await again.page.reload();
    await again.text.ready();
    await again.files.show();
    await again.files.row('后来的').waitFor();
    await app.close();
  });
});
