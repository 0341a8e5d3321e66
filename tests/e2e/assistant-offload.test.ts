import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { wordsOf } from '#tests/helpers/scripted-steps.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { filesModel } from './pages/files-model.ts';
import { openChat, resetChat, toolCall } from './pages/chat-desk.ts';
import { word } from './pages/words.ts';

let desk: Desk;
let server: ModelServer;

beforeAll(async () => {
  desk = await startDesk();
  server = await startModelServer();
});
afterEach(() => resetChat(desk));
afterAll(async () => {
  await server.close();
  await desk.close();
});

describe('what goes to the model and what does not', () => {
  it('a message is left out of requests and put back, in the chat and from its file [S1-20 S2-18]', async () => {
    server.script({ pieces: ['子时涨潮。'] });
    const { page, chat } = await openChat(desk, server);
    await chat.ask('潮在几时？');
    await chat.answered('子时涨潮。');
    await chat.lastRound.hover();
    await chat.button('place.offload').last().click();
    await chat.lastRound.getByText(chat.say('original.taken')).waitFor();
    await chat.ask('再说一遍');
    await expect.poll(() => server.calls.length, soon).toBe(2);
    expect(wordsOf(server.calls.at(-1))).not.toContain('子时涨潮。');

    const files = filesModel(page, 'zh-CN');
    await files.show();
    await files.choose('助手说的：子时涨潮。', 'origin.action');
    await chat.rounds.first().getByText('潮在几时？').waitFor();
    await files.show();
    await files.row('助手说的：子时涨潮。').click();
    await page.getByRole('button', { name: word('zh-CN', 'context-files:restore') }).click();
    await chat.show();
    await chat.rounds.first().getByText('子时涨潮。').waitFor();
    await chat.ask('第三遍');
    await expect.poll(() => server.calls.length, soon).toBe(3);
    expect(wordsOf(server.calls.at(-1))).toContain('子时涨潮。');
  });

  it('an output that could not be stored says so and is stored when the writer asks [S1-15]', async () => {
    await desk.call('settings:update', { tools: { bash: 'allow' } });
    const inTheWay = join(desk.data, 'context');
    rmSync(inTheWay, { recursive: true, force: true });
    writeFileSync(inTheWay, '');
    server.script(
      { calls: [toolCall('Bash', { command: 'seq 1 5000' })] },
      { pieces: ['数完了。'] },
    );
    const { page, chat } = await openChat(desk, server);
    await chat.ask('数一数');
    await chat.answered('数完了。');
    await chat.steps.first().getByRole('button').first().click();
    await page.getByText(chat.say('place.unsaved')).waitFor();
    rmSync(inTheWay);
    await chat.button('place.store').click();
    await page.getByText(chat.say('place.unsaved')).waitFor({ state: 'detached' });
    const stored = chat.steps.first().locator('.chat-files');
    await stored.waitFor();
    expect(await stored.count()).toBe(1);
  });

  it('the file of an output is opened from its step with its own words, whatever was open before [F15]', async () => {
    await desk.call('settings:update', { tools: { bash: 'allow' } });
    server.script(
      { calls: [toolCall('Bash', { command: 'seq 1 5000' })] },
      { pieces: ['数完了。'] },
    );
    const { page, chat } = await openChat(desk, server);
    await chat.ask('数一数');
    await chat.answered('数完了。');
    await chat.lastRound.hover();
    await chat.button('place.offload').last().click();
    await chat.lastRound.getByText(chat.say('original.taken')).waitFor();
    const files = filesModel(page, 'zh-CN');
    await files.show();
    await files.row('助手说的：数完了。').click();
    await files.reader.getByText('数完了。').waitFor();
    await chat.show();
    const step = chat.steps.first();
    await step.getByRole('button').first().click();
    await step.locator('.chat-files').click();
    await expect.poll(() => files.reader.textContent(), soon).toMatch(/^1\n2\n3\n/u);
  });

  it('settings say what is offloaded and how much stays [S2-01 S2-03]', async () => {
    const { page } = await openChat(desk, server);
    await page.keyboard.press('Control+,');
    const settings = page.getByRole('dialog');
    await settings.getByRole('tab', { name: word('zh-CN', 'settings:sections.assistant') }).click();
    const field = (key: string) =>
      settings.getByRole('textbox', { name: word('zh-CN', `settings:assistant.${key}.label`) });
    await field('offloadTokens').fill('800');
    await field('offloadTokens').press('Enter');
    await field('keepRecent').fill('2');
    await field('keepRecent').press('Enter');
    await expect
      .poll(async () => (await desk.call('settings:get', {})).ephemeralKeepRecent, soon)
      .toBe(2);
    expect((await desk.call('settings:get', {})).assistant.offloadTokens).toBe(800);
    await field('keepRecent').fill('');
    await field('keepRecent').press('Enter');
    await expect
      .poll(async () => (await desk.call('settings:get', {})).ephemeralKeepRecent, soon)
      .toBeNull();
    await desk.call('settings:update', { assistant: { offloadTokens: 2000 } });
  });
});
