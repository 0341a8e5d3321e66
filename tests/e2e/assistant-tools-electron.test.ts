import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launchElectron } from '#tests/helpers/electron-runtime.ts';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { assistantModel } from './pages/assistant.ts';
import { deskModels } from './pages/desk.ts';
import { chatChapters } from './pages/chat-desk.ts';
import {
  acceptEdit,
  followBigOutput,
  goOn,
  refuseCommand,
  speakInTheMiddle,
  stopAnswer,
  summarise,
  type ChatScene,
} from './pages/chat-scenes.ts';

let data: string;
let folder: string;
let server: ModelServer;

beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'fabula-window-'));
  folder = path.join(data, '长夜');
  await mkdir(folder);
  for (const [name, text] of Object.entries(chatChapters)) {
    await writeFile(path.join(folder, name), text);
  }
  server = await startModelServer();
});
afterEach(async () => {
  await server.close();
  await rm(data, { recursive: true, force: true, maxRetries: 3 });
});

const launch = async () => {
  const app = await launchElectron({ args: [`--data-dir=${data}`] });
  const page = await app.firstWindow();
  await page.waitForLoadState('load');
  const bridge = async (channel: string, input: unknown): Promise<unknown> => {
    const reply = await page.evaluate(
      ([name = '', given = '']) => window.host?.call(name, JSON.parse(given)),
      [channel, JSON.stringify(input)],
    );
    if (!reply?.ok) throw new Error(`${channel}: ${JSON.stringify(reply)}`);
    return reply.value;
  };
  // The bridge answers what the contract says of each channel.
  const call = bridge as ChatScene['call'];
  const chat = assistantModel(page, 'zh-CN');
  return { app, chat, server, call, ...deskModels(page, 'zh-CN') };
};

const begin = async () => {
  const window = await launch();
  const { call, page, text, chat } = window;
  await call('settings:update', { language: 'zh-CN' });
  await call('ai:models:save', {
    id: 'scripted',
    provider: 'openai-compatible',
    baseUrl: `${server.url}/v1`,
    model: 'scripted',
    contextWindow: 60_000,
    toolProtocol: 'native',
  });
  await call('projects:open', { path: folder });
  await page.reload();
  await text.ready();
  await chat.show();
  return window;
};

describe('the assistant in its window', () => {
  it('S1-17 F14 F16 follows a big output, is refused, has an edit accepted, is stopped, summarises', async () => {
    const window = await begin();
    await followBigOutput(window);
    await refuseCommand(window);
    await acceptEdit(window, { path: '第二章 归途.md', from: '雪停了。', to: '雪没有停。' }, () =>
      readFile(path.join(folder, '第二章 归途.md'), 'utf8'),
    );
    await stopAnswer(window);
    await summarise(window);
    expect(await window.chat.rounds.count()).toBe(1);
    await window.app.close();
  });

  it('S4-03 goes on with a turn in the middle of which it was killed', async () => {
    const window = await begin();
    await speakInTheMiddle(window, '第一章 雪夜.md');
    const gone = new Promise((resolve) => window.app.process().once('exit', resolve));
    window.app.process().kill('SIGKILL');
    await gone;
    const again = await launch();
    await again.text.ready();
    await again.chat.show();
    await goOn(again);
    expect(await again.chat.rounds.count()).toBe(1);
    await again.app.close();
  });
});
