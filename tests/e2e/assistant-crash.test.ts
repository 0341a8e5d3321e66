import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { enterPage } from '#tests/helpers/enter-page.ts';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { callTo, serveFabula } from '#tests/helpers/serve.ts';
import { assistantModel } from './pages/assistant.ts';
import { sharedBrowser } from './pages/browser.ts';
import { deskModels } from './pages/desk.ts';
import { chatChapters } from './pages/chat-desk.ts';
import { followBigOutput, goOn, speakInTheMiddle, type ChatScene } from './pages/chat-scenes.ts';

let data: string;
let server: ModelServer;

beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'fabula-crash-'));
  server = await startModelServer();
});
afterEach(async () => {
  await server.close();
  await rm(data, { recursive: true, force: true, maxRetries: 3 });
});

/** A served Fabula on the same data folder each time, and a window on it. */
const open = async () => {
  const served = await serveFabula(data);
  const call: ChatScene['call'] = (channel, input) => callTo(served, channel, input);
  const folder = path.join(data, 'novel');
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(chatChapters)) {
    await writeFile(path.join(folder, name), text);
  }
  await call('settings:update', { language: 'zh-CN' });
  await call('ai:models:save', {
    id: 'scripted',
    provider: 'openai-compatible',
    baseUrl: `${server.url}/v1`,
    model: 'scripted',
    contextWindow: 60_000,
    toolProtocol: 'native',
  });
  const { projectId } = await call('projects:open', { path: folder, language: 'zh-CN' });
  const { windows } = await sharedBrowser();
  const { page, close } = await windows.takeOwn({});
  onTestFinished(close);
  await enterPage(page, served);
  await page.goto(`${served.url}/?project=${projectId}`);
  const models = deskModels(page, 'zh-CN');
  await models.text.ready();
  const chat = assistantModel(page, 'zh-CN');
  await chat.show();
  return { ...models, served, chat, server, call };
};

describe('a served Fabula that is killed', () => {
  it('S4-03 goes on with the turn in a new window, and follows a big output there', async () => {
    const first = await open();
    await speakInTheMiddle(first, '第一章 雪夜.md');
    await first.served.stop('SIGKILL');
    const again = await open();
    await goOn(again);
    await followBigOutput(again);
    expect(await again.chat.rounds.count()).toBe(2);
    await again.served.stop();
  });
});
