import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { assistantModel } from './pages/assistant.ts';
import { openChat, resetChat, toolCall } from './pages/chat-desk.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { held, heldAnswer } from './pages/held.ts';

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

const sentOf = (from: number): string =>
  server.calls
    .slice(from)
    .map(({ bytes }) => bytes.toString('utf8'))
    .join('\n');

describe('answers that come while the writer has gone on in the chat', () => {
  it('sends what was said where it was sent from, though another conversation is looked at before the page is saved [S4-04]', async () => {
    server.script({ pieces: ['七把。'] });
    const { page, chat, text } = await openChat(desk, server);
    await chat.ask('桌上有几把钥匙？');
    await chat.answered('七把');
    await page.keyboard.press('Control+Shift+O');
    const made = page.waitForResponse(/conversation%3Aforecast/);
    await chat.field.fill('一句没有说完的');
    await made;
    await chat.titleButton.click();
    await chat.row('桌上有几把钥匙？').getByRole('button').first().click();
    await expect.poll(() => chat.field.inputValue(), soon).toBe('');
    const saving = await held(page, 'documents:save');
    await text.caretAfter('铜钥匙。');
    await page.keyboard.type('一把一把。');
    await saving.asked;
    const before = server.calls.length;
    await chat.show();
    await chat.ask('谁锁的门？');
    await page.keyboard.press('Control+Shift+O');
    await expect.poll(() => chat.field.inputValue(), soon).toBe('一句没有说完的');
    saving.give();
    await expect.poll(() => sentOf(before), soon).toContain('谁锁的门？');
    expect(sentOf(before)).not.toContain('一句没有说完的');
    expect(await chat.field.inputValue()).toBe('一句没有说完的');
    await chat.titleButton.click();
    await chat.row('桌上有几把钥匙？').getByRole('button').first().click();
    await expect
      .poll(() => chat.lastRound.locator('.chat-question').textContent(), soon)
      .toBe('谁锁的门？');
    expect(await chat.field.inputValue()).toBe('');
  });

  it('keeps in the field what is typed while a message is being sent [S4-04]', async () => {
    server.script({ pieces: ['七把。'] });
    const { page, chat } = await openChat(desk, server);
    const sending = await held(page, 'conversation:send');
    await chat.ask('桌上有几把钥匙？');
    await sending.asked;
    await chat.field.press('End');
    await page.keyboard.type('还有，谁锁的门？');
    sending.give();
    await chat.answered('七把');
    expect(await chat.lastRound.locator('.chat-question').textContent()).toBe('桌上有几把钥匙？');
    expect(await chat.field.inputValue()).toBe('还有，谁锁的门？');
  });

  it('leaves what is said in another book where it is, when the conversation of the one before is stored late [S4-04]', async () => {
    server.script({ pieces: ['潮来了。'] });
    const { page, chat, text } = await openChat(desk, server);
    const other = await desk.project({ '01.md': '# 潮声\n\n潮来了。\n' });
    const storing = await heldAnswer(page, 'conversation:create');
    await chat.field.fill('桌上有几把钥匙？');
    await storing.asked;
    await page.keyboard.press('Control+o');
    await page.locator('.welcome-project', { hasText: other.name }).first().click();
    await text.ready();
    await chat.show();
    await chat.field.fill('潮几时来？');
    await storing.give();
    expect(await chat.field.inputValue()).toBe('潮几时来？');
    const before = server.calls.length;
    await page.keyboard.press('Control+Enter');
    await chat.answered('潮来了');
    expect(sentOf(before)).toContain('潮几时来？');
    const { items } = await desk.call('conversation:list', { projectId: other.projectId });
    expect(items.filter(({ messageCount }) => messageCount > 0)).toHaveLength(1);
  });

  it('shows an answer as ended, though what was read while it was under way comes last [S4-04]', async () => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    server.script({ pieces: ['五把。'] }, async () => {
      await ended;
      return { pieces: ['七把。'] };
    });
    const { page, chat } = await openChat(desk, server);
    await chat.ask('抽屉里有几把钥匙？');
    await chat.answered('五把');
    const reading = await heldAnswer(page, 'conversation:get');
    await chat.ask('桌上有几把钥匙？');
    await reading.asked;
    end();
    await chat.answered('七把');
    const send = chat.button('ask.send');
    await send.waitFor();
    await reading.give();
    expect(await send.isVisible()).toBe(true);
    expect(await chat.lastRound.locator('.chat-answer').textContent()).toContain('七把');
  });

  it('still asks for leave, though a list without the request comes after it [S3-21]', async () => {
    await desk.call('settings:update', { tools: { bash: 'ask' } });
    server.script({ calls: [toolCall('Bash', { command: 'date' })] }, { pieces: ['好了。'] });
    const { page, chat, project, text } = await openChat(desk, server);
    await page.keyboard.press('Control+o');
    const book = page.locator('.welcome-project', { hasText: project.name }).first();
    await book.waitFor();
    const listing = await heldAnswer(page, 'conversation:permissions:pending');
    await book.click();
    await listing.asked;
    await text.ready();
    await chat.show();
    await chat.ask('几点了？');
    await chat.permission.waitFor();
    await listing.give();
    expect(await chat.permission.isVisible()).toBe(true);
    await chat.decide('refuse').click();
    await chat.answered('好了');
  });
});

describe('a conversation that is looked at from elsewhere', () => {
  it('asks for leave in its own book alone [F14]', async () => {
    await desk.call('settings:update', { tools: { bash: 'ask' } });
    const asks = { calls: [toolCall('Bash', { command: 'date' })] };
    server.script(asks, asks, { pieces: ['好了。'] });
    const { chat } = await openChat(desk, server);
    await chat.ask('几点了？');
    await chat.permission.waitFor();
    const other = await desk.project({ '01.md': '# 潮声\n\n潮来了。\n' });
    const { page } = await desk.window('zh-CN', { project: other });
    const beside = assistantModel(page, 'zh-CN');
    await beside.show();
    // What is asked here comes behind what is asked there: both are known by then.
    await beside.ask('几点了？');
    await beside.permission.waitFor();
    expect(await page.locator('.chat-permission-elsewhere').count()).toBe(0);
    await beside.decide('refuse').click();
    await beside.answered('好了');
    await page.keyboard.press('Control+Shift+A');
    expect(await page.locator('.status-assistant').count()).toBe(0);
    // The half of the tab is the same in all windows.
    await beside.show();
    await chat.decide('refuse').click();
    await chat.answered('好了');
  });

  it('has all that was said of an answer under way, also on a page that comes late [S4-04]', async () => {
    server.script({ pieces: ['七把钥匙，', '都在桌上'], end: 'stall' });
    const { page, chat, text } = await openChat(desk, server);
    await chat.ask('桌上有几把钥匙？');
    const whole = '七把钥匙，都在桌上';
    await expect.poll(() => chat.streaming.textContent(), soon).toBe(whole);
    await page.reload();
    await text.ready();
    await expect.poll(() => chat.streaming.textContent(), soon).toBe(whole);
    await page.keyboard.press('Control+Shift+O');
    await chat.titleButton.click();
    await chat.row('桌上有几把钥匙？').getByRole('button').first().click();
    await expect.poll(() => chat.streaming.textContent(), soon).toBe(whole);
    await chat.button('stop').click();
    await chat.streaming.waitFor({ state: 'detached' });
  });

  it('is another one where each of two windows begins one [S4-04]', async () => {
    const { page, chat, project } = await openChat(desk, server);
    const { projectId } = project;
    const begin = async (shown: typeof page, field: typeof chat.field, words: string) => {
      await shown.keyboard.press('Control+Shift+O');
      const made = shown.waitForResponse(/conversation%3Aforecast/);
      await field.fill(words);
      await made;
    };
    await begin(page, chat.field, '潮几时来？');
    const second = await desk.window('zh-CN', { project });
    const beside = assistantModel(second.page, 'zh-CN');
    await beside.show();
    await begin(second.page, beside.field, '雪几时停？');
    const made = await desk.call('conversation:list', { projectId });
    expect(made.items).toHaveLength(2);
    expect(await chat.field.inputValue()).toBe('潮几时来？');
    // In the same window it is the same one, as nothing was said in it.
    await page.keyboard.press('Control+Shift+O');
    await begin(page, chat.field, '潮来了么？');
    expect((await desk.call('conversation:list', { projectId })).items).toHaveLength(2);
  });

  it('is found under its title of now, and not once it is deleted [S4-04]', async () => {
    server.script({ pieces: ['七把。'] });
    const { page, chat, project } = await openChat(desk, server);
    const { projectId } = project;
    const listed = async () => (await desk.call('conversation:list', { projectId })).items;
    const asked = ['钥匙几把？', '钥匙在哪？'];
    for (const words of asked) {
      await page.keyboard.press('Control+Shift+O');
      // The answer to come is in the same words as the one before.
      await expect.poll(() => chat.rounds.count(), soon).toBe(0);
      await chat.ask(words);
      await chat.answered('七把');
    }
    const titles = async () => (await listed()).map(({ title }) => title).toReversed();
    await expect.poll(titles, soon).toEqual(asked);
    await chat.titleButton.click();
    const search = page.getByRole('searchbox', { name: chat.say('list.search') });
    const searched = page.waitForResponse(/conversation%3Alist/);
    await search.fill('钥匙');
    await searched;
    await expect.poll(() => page.locator('.chat-row').count(), soon).toBe(2);
    const items = await listed();
    const idOf = (title: string) => items.find((one) => one.title === title)?.conversationId ?? '';
    await desk.call('conversation:delete', { conversationId: idOf('钥匙几把？') });
    await desk.call('conversation:rename', {
      ...{ conversationId: idOf('钥匙在哪？'), title: '铜钥匙' },
    });
    await expect
      .poll(() => page.locator('.chat-row-title').allTextContents(), soon)
      .toEqual(['铜钥匙']);
    expect(await search.inputValue()).toBe('钥匙');
  });

  it('says that it was not summarised until something else is said [S4-18]', async () => {
    server.script({ pieces: ['七把。'] });
    const { page, chat } = await openChat(desk, server);
    await chat.ask('钥匙几把？');
    await chat.answered('七把');
    await chat.button('more').click();
    await page.getByRole('menuitem', { name: chat.say('compact.menu') }).click();
    const told = page.getByText(chat.say('compact.notDone'));
    await told.waitFor();
    await chat.ask('在哪？');
    await expect.poll(() => chat.rounds.count(), soon).toBe(2);
    // Both answers are the same words.
    await expect.poll(() => told.count(), soon).toBe(0);
  });
});
