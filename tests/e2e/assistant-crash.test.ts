import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { enterPage } from '#tests/helpers/enter-page.ts';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { callTo, serveFabula } from '#tests/helpers/serve.ts';
import { assistantModel } from './pages/assistant.ts';
import { sharedBrowser } from './pages/browser.ts';
import { deskModels, soon } from './pages/desk.ts';
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
  /** In a browser of its own, which knows nothing of the pages of another. */
  const enter = async () => {
    const { windows } = await sharedBrowser();
    const { page, close } = await windows.takeOwn({});
    onTestFinished(close);
    await enterPage(page, served);
    await page.goto(`${served.url}/?project=${projectId}`);
    const models = deskModels(page, 'zh-CN');
    await models.text.ready();
    const chat = assistantModel(page, 'zh-CN');
    await chat.show();
    return { ...models, chat };
  };
  return { ...(await enter()), enter, served, server, call, projectId };
};

const asKept = (text: string) => JSON.stringify({ text, quoted: [] });

/** What is kept of what is being said, with the form it is said in. */
const keptOf = async ({
  call,
  projectId,
}: Pick<ChatScene, 'call'> & { projectId: string }): Promise<string[][]> =>
  (await call('forms:list', { projectId })).items.map(({ form, fields }) => [
    form.replace(/:(?!new).*/u, ''),
    fields,
  ]);

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

  it('has what was being said, in a conversation and in one that is not begun yet [W10]', async () => {
    const first = await open();
    server.script({ pieces: ['是她。'] }, { pieces: ['怕潮水。'] }, { pieces: ['好。'] });
    await first.chat.ask('谁在记潮？');
    await first.chat.answered('是她');
    await first.chat.field.fill('她怕什么？');
    await expect.poll(() => keptOf(first), soon).toEqual([['message', asKept('她怕什么？')]]);
    await first.served.stop('SIGKILL');

    const again = await open();
    await again.page.getByText(/上次填了没保存的内容都还在：要对助手说的话/u).waitFor();
    await expect.poll(() => again.chat.field.inputValue(), soon).toBe('她怕什么？');
    await again.page.keyboard.press('Control+Enter');
    await again.chat.answered('怕潮水');
    await expect.poll(() => keptOf(again), soon).toEqual([]);
    expect(await again.chat.field.inputValue()).toBe('');
    await again.chat.button('new').click();
    await again.chat.field.fill('另起一头');
    await expect.poll(() => keptOf(again), soon).toEqual([['message:new', asKept('另起一头')]]);
    await again.served.stop('SIGKILL');

    const last = await open();
    await last.chat.answered('怕潮水');
    expect(await last.chat.field.inputValue()).toBe('');
    await last.chat.button('new').click();
    await expect.poll(() => last.chat.field.inputValue(), soon).toBe('另起一头');
    await last.page.keyboard.press('Control+Enter');
    await last.chat.answered('好');
    await expect.poll(() => keptOf(last), soon).toEqual([]);
    await last.served.stop();
  });

  it('keeps what is being said in each of two browsers that have the same book, whichever sends first [W10]', async () => {
    const { enter, served, ...first } = await open();
    server.script({ pieces: ['是她。'] });
    await first.chat.field.fill('她怕');
    await expect.poll(() => keptOf(first), soon).toEqual([['message:new', asKept('她怕')]]);
    const second = await enter();
    await expect.poll(() => second.chat.field.inputValue(), soon).toBe('她怕');
    await first.chat.field.fill('她怕什么？');
    await expect
      .poll(async () => (await keptOf(first)).map(([, fields]) => fields).toSorted(), soon)
      .toEqual([asKept('她怕'), asKept('她怕什么？')].toSorted());
    await second.page.keyboard.press('Control+Enter');
    await second.chat.answered('是她');
    await expect.poll(() => keptOf(first), soon).toEqual([['message:new', asKept('她怕什么？')]]);
    await first.chat.field.fill('她怕什么？潮水？');
    await expect
      .poll(() => keptOf(first), soon)
      .toEqual([['message:new', asKept('她怕什么？潮水？')]]);
    await served.stop();
  });

  it('has what was being said in a conversation that another window deleted, in a new one [W10]', async () => {
    const first = await open();
    server.script({ pieces: ['是她。'] });
    await first.chat.ask('谁在记潮？');
    await first.chat.answered('是她');
    await first.chat.field.fill('她怕什么？');
    await expect.poll(() => keptOf(first), soon).toEqual([['message', asKept('她怕什么？')]]);
    const { items } = await first.call('conversation:list', { projectId: first.projectId });
    await first.call('conversation:delete', { conversationId: items[0]?.conversationId ?? '' });
    await expect.poll(() => first.chat.rounds.count(), soon).toBe(0);
    await expect.poll(() => first.chat.field.inputValue(), soon).toBe('她怕什么？');
    await first.served.stop('SIGKILL');

    const again = await open();
    await expect.poll(() => again.chat.field.inputValue(), soon).toBe('她怕什么？');
    server.script({ pieces: ['怕潮水。'] });
    await again.page.keyboard.press('Control+Enter');
    await again.chat.answered('怕潮水');
    await expect.poll(() => keptOf(again), soon).toEqual([]);
    await again.served.stop();
  });
});
