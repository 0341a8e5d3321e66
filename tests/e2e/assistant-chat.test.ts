import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { filesModel } from './pages/files-model.ts';
import { openChat, resetChat, toolCall } from './pages/chat-desk.ts';
import { writeModel } from './pages/write-model.ts';
import { hasFocus } from './pages/settled.ts';

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

describe('talking about the book', () => {
  it('S4-04 shows what was read in plain lines, the answer as prose and its HTML as text', async () => {
    server.script(
      { pieces: ['先读第一章。'], calls: [toolCall('Read', { path: '第一章 雪夜.md' })] },
      { calls: [toolCall('Read', { path: '没有.md' })] },
      { pieces: ['钥匙有**七把**。\n\n- 铜的\n', '- <b>铁的</b>\n'] },
    );
    const { page, chat } = await openChat(desk, server);
    await chat.ask('桌上有几把钥匙？');
    await chat.answered('铁的');
    expect(await chat.lastRound.locator('.chat-question').textContent()).toBe('桌上有几把钥匙？');
    expect(await chat.lastRound.locator('.prose strong').textContent()).toBe('七把');
    expect(await chat.lastRound.locator('.prose li').allTextContents()).toEqual([
      ...['铜的', '<b>铁的</b>'],
    ]);
    const read = chat.step(chat.say('steps.read.done', { what: '第一章' }));
    await read.getByRole('button').click();
    await read.getByText('先读第一章。').waitFor();
    await read.getByText('林远坐在灯下').waitFor();
    const failed = page.locator('.chat-step[data-state="failed"]');
    expect(await failed.textContent()).toContain(chat.say('step.failed'));
    expect(await chat.title.textContent()).toBe('桌上有几把钥匙？');
  });

  it('E2 asks in place before a message takes more than the writer’s sum, and sends it when told to', async () => {
    await desk.call('purse:update', { askAbove: { tokens: 100 } });
    server.script({ pieces: ['七把。'] });
    const { page, chat, word } = await openChat(desk, server);
    const before = server.calls.length;
    await chat.ask('桌上有几把钥匙？');
    await chat.permission.getByText(word('errors:PURSE_ASKS.what')).waitFor();
    await chat.permission.getByText(/^大约 [\d,]+ 词元。不算回答，约 ¥/).waitFor();
    expect(server.calls.length).toBe(before);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: word('purse:ask.send'), exact: true }).click();
    await chat.answered('七把');
    await desk.call('purse:update', { askAbove: {} });
  });

  it('issue 5 counts the files a message made and opens them in the Files panel', async () => {
    const { page, chat } = await openChat(desk, server);
    await page.locator('input[type="file"]').setInputFiles([
      { name: '笔记.txt', mimeType: 'text/plain', buffer: Buffer.from('潮在子时。\n') },
      { name: '多余.txt', mimeType: 'text/plain', buffer: Buffer.from('不要。\n') },
      { name: '图.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0, 1]) },
    ]);
    await chat.chips.nth(1).waitFor();
    await page.getByText(chat.say('attach.refused', { names: '图.png' })).waitFor();
    await chat.button('attach.remove', { name: '多余.txt' }).click();
    expect(await chat.chips.allTextContents()).toEqual([expect.stringContaining('笔记.txt · ')]);
    server.script({ pieces: ['子时。'] });
    await chat.ask('潮在几时？');
    await chat.answered('子时');
    expect(await chat.lastRound.locator('.chat-question p').textContent()).toBe('潮在几时？');
    await chat.lastRound.getByRole('button', { name: chat.say('files', { count: 1 }) }).click();
    await filesModel(page, 'zh-CN').reader.getByText('潮在子时。').waitFor();
  });

  it('leaves the focus to the next file when one is taken out, with the last one to the field [F24]', async () => {
    const { page, chat } = await openChat(desk, server);
    await page.locator('input[type="file"]').setInputFiles(
      ['一.txt', '二.txt'].map((name) => ({
        ...{ name, mimeType: 'text/plain', buffer: Buffer.from('潮在子时。\n') },
      })),
    );
    await chat.chips.nth(1).waitFor();
    const remove = (name: string) => chat.button('attach.remove', { name });
    await remove('一.txt').press('Enter');
    await hasFocus(remove('二.txt'));
    await remove('二.txt').press('Enter');
    await hasFocus(chat.field);
    expect(await chat.chips.count()).toBe(0);
  });

  it('loses no word that is sent while its forecast still waits for the conversation [S4-04]', async () => {
    const { page, chat } = await openChat(desk, server);
    let store = (): void => undefined;
    const stored = new Promise<void>((resolve) => {
      store = resolve;
    });
    await page.route('**/rpc/conversation%3Acreate', async (route) => {
      await stored;
      await route.continue();
    });
    server.script({ pieces: ['七把。'] });
    const forecasting = page.waitForRequest(/conversation%3Acreate/);
    await chat.field.fill('桌上有几把钥匙？');
    await forecasting;
    await page.keyboard.press('Control+Enter');
    const send = page.getByRole('button', { name: chat.say('ask.send') });
    await expect.poll(() => send.isDisabled(), soon).toBe(true);
    store();
    await chat.answered('七把');
    expect(await chat.lastRound.locator('.chat-question').textContent()).toBe('桌上有几把钥匙？');
    expect(await chat.field.inputValue()).toBe('');
  });

  it('says before sending what it would take', async () => {
    const { chat } = await openChat(desk, server);
    await chat.field.fill('桌上有几把钥匙？');
    await chat.forecast.getByText('词元').waitFor();
    await expect
      .poll(() => chat.forecast.textContent(), soon)
      .toMatch(/^约 [\d.]+k 词元 · ¥0\.\d+$/);
  });

  it('says before sending by how much a cap would be passed, and so does a check that may not ask [N12]', async () => {
    const { page, chat, project, word } = await openChat(desk, server);
    const { projectId } = project;
    await desk.call('constraints:create', { projectId, type: 'character', text: '林远说短话。' });
    await desk.call('purse:update', { perRequest: { tokens: 900 } });
    await chat.field.fill('桌上有几把钥匙？');
    const ahead = chat.chat.getByRole('status').filter({ hasText: word('purse:ahead') });
    await expect.poll(() => ahead.textContent(), soon).toContain('上限是 900 词元');
    await page.keyboard.press('F7');
    const coverage = page.locator('.findings-coverage');
    await coverage.getByText(word('findings:coverage.purse')).waitFor();
    await coverage.getByText('上限是 900 词元').waitFor();
    await coverage.getByRole('button', { name: word('purse:excess.action') }).click();
    const purse = page.getByRole('tab', { name: word('purse:title'), selected: true });
    await expect.poll(() => purse.isVisible(), soon).toBe(true);
    await desk.call('purse:update', { perRequest: {} });
  });

  it('stops at once, keeps what came, and goes on when asked', async () => {
    server.script({ pieces: ['钥匙有', '七把'], pause: 30, end: 'stall' });
    const { page, chat } = await openChat(desk, server);
    const aborted = server.nextAbort();
    await chat.ask('几把？');
    await chat.streaming.getByText('钥匙有七把').waitFor();
    await page.keyboard.press('Control+.');
    await aborted;
    await page.getByText(chat.say('resume.stopped')).waitFor();
    await chat.answered('钥匙有七把');
    server.script({ pieces: ['一共七把。'] });
    await page.keyboard.press('Control+Alt+R');
    await chat.answered('一共七把');
    expect(await chat.rounds.count()).toBe(1);
    await expect
      .poll(() => chat.spent.textContent(), soon)
      .toMatch(/^至今至少：输入 [\d,]+ 词元，输出 \d+，约 ¥0\.\d+$/u);
  });

  it('says what went wrong by its code and goes on', async () => {
    server.script({ status: 400, body: '{"error":{"message":"no"}}' });
    const { page, chat, word } = await openChat(desk, server);
    await chat.ask('几把？');
    await page.getByText(word('errors:MODEL_REQUEST_REFUSED.what')).waitFor();
    server.script({ pieces: ['七把。'] });
    await chat.button('resume.action').click();
    await chat.answered('七把');
    expect(await page.getByText(word('errors:MODEL_REQUEST_REFUSED.next')).count()).toBe(0);
  });

  it('S4-18 shows what was summarised as a card, the originals one press away, and counts what it took', async () => {
    await desk.call('settings:update', { assistant: { keepRounds: 1 } });
    const { page, chat } = await openChat(desk, server);
    for (const answer of ['第一答。', '第二答。', '第三答。']) {
      server.script({ pieces: [answer] });
      await chat.ask('再说一次');
      await chat.answered(answer);
    }
    const spent = await chat.spent.textContent();
    server.script({ pieces: ['## 📌 Archived Session Summary\n\n问过两次。'] });
    await chat.field.fill('/compact');
    // The first Enter takes the suggestion.
    await chat.suggestions.waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await chat.summary.getByText(chat.say('summary.title', { count: 2 })).waitFor(soon);
    expect(await chat.rounds.count()).toBe(1);
    await chat.button('summary.show').click();
    await chat.summary.getByText('第一答。').waitFor();
    // The summary was paid for too, and a conversation opened anew took what it took.
    const withSummary = await chat.spent.textContent();
    expect(withSummary).not.toBe(spent);
    await page.reload();
    await expect.poll(() => chat.spent.textContent(), soon).toBe(withSummary);
  });
});

describe('the field', () => {
  it('S4-24 completes chapters behind @ and writes them so that they are read', async () => {
    server.script({ pieces: ['读过了。'] });
    const { page, chat } = await openChat(desk, server);
    await chat.field.pressSequentially('照@归');
    await chat.suggestions.getByRole('option').filter({ hasText: '归途' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => chat.field.inputValue(), soon).toBe('照 @"第二章 归途" ');
    await page.keyboard.type('写');
    await page.keyboard.press('Control+Enter');
    await chat.answered('读过了');
    const asked = JSON.stringify(server.calls.at(-1)?.body);
    expect(asked).toContain('The user mentioned @第二章 归途.md.');
  });

  it('F23 leaves Enter and Ctrl Enter to an input method that is composing', async () => {
    const { page, chat } = await openChat(desk, server);
    await chat.field.focus();
    await hasFocus(chat.field);
    const session = await page.context().newCDPSession(page);
    const text = '@gui';
    const end = { selectionStart: text.length, selectionEnd: text.length };
    await session.send('Input.imeSetComposition', { text, ...end });
    await page.keyboard.press('Control+Enter');
    await session.send('Input.insertText', { text: '@归' });
    expect(await chat.field.inputValue()).toBe('@归');
    await chat.suggestions.waitFor();
    await page.keyboard.press('Escape');
    await chat.suggestions.waitFor({ state: 'detached' });
    await hasFocus(chat.field);
    expect(await chat.rounds.count()).toBe(0);
  });

  it('runs a skill at the cursor and shows it where skills are shown', async () => {
    server.script({ pieces: ['他数到第七把。'] });
    const { page, text, chat } = await openChat(desk, server);
    const write = writeModel(page, 'zh-CN');
    await text.caretAfter('铜钥匙。');
    await chat.show();
    await chat.field.fill('/续写 短些');
    await page.keyboard.press('Control+Enter');
    await write.bar.waitFor();
    expect(await write.lastRun.locator('.run-asked').textContent()).toContain('短些');
    expect(JSON.stringify(server.calls.at(-1)?.body)).toContain('短些');
    await page.keyboard.press('Control+Shift+Y');
    await chat.field.waitFor();
    // Written down once nothing has moved for a moment.
    const kept = async () => JSON.stringify((await desk.call('settings:get', {})).layout);
    await expect.poll(kept, soon).toContain('"dockPanel":"assistant"');
    await expect.poll(kept, soon).toContain('"assistantMode":"chat"');
    await page.reload();
    await text.ready();
    await chat.field.waitFor();
  });

  it('leaves what stands in the field of the panel where skills are shown, for the run it is meant for [W10]', async () => {
    server.script({ pieces: ['他数到第七把。'] });
    const { page, project, text, chat } = await openChat(desk, server);
    const { projectId } = project;
    const write = writeModel(page, 'zh-CN');
    await text.caretAfter('铜钥匙。');
    await page.keyboard.press('Control+Shift+A');
    const meant = '写他怎样认出那一把。';
    await write.field.fill(meant);
    await chat.show();
    await chat.field.fill('/续写');
    await page.keyboard.press('Control+Enter');
    await write.bar.waitFor();
    expect(await write.field.inputValue()).toBe(meant);
    expect(JSON.stringify(server.calls.at(-1)?.body)).not.toContain(meant);
    const kept = async () => (await desk.call('forms:list', { projectId })).items;
    await expect.poll(kept, soon).toMatchObject([{ fields: JSON.stringify(meant) }]);
    await chat.show();
    expect(await chat.field.inputValue()).toBe('');
  });

  it('has what was said with a skill until it went, also where the writer is asked first and says no [W10 E2]', async () => {
    server.script({ pieces: ['他数到第七把。'] });
    const { page, text, chat, word } = await openChat(desk, server);
    onTestFinished(async () => void (await desk.call('purse:update', { askAbove: {} })));
    await desk.call('purse:update', { askAbove: { tokens: 100 } });
    const write = writeModel(page, 'zh-CN');
    await text.caretAfter('铜钥匙。');
    await page.keyboard.press('Control+Shift+A');
    await write.field.fill('写他怎样认出那一把。');
    const before = server.calls.length;
    const say = (key: string) => page.getByRole('button', { name: word(key), exact: true });
    await chat.show();
    await chat.field.fill('/续写 短些');
    await page.keyboard.press('Control+Enter');
    await say('purse:ask.leave').click();
    await chat.show();
    expect(await chat.field.inputValue()).toBe('/续写 短些');
    await page.keyboard.press('Control+Enter');
    await say('purse:ask.send').waitFor();
    await chat.show();
    await chat.field.press('End');
    await page.keyboard.type('，不要对话');
    await page.keyboard.press('Control+Shift+A');
    await say('purse:ask.send').click();
    await write.bar.waitFor();
    expect(server.calls.length).toBe(before + 1);
    expect(await write.lastRun.locator('.run-asked').textContent()).toContain('短些');
    expect(await write.field.inputValue()).toBe('写他怎样认出那一把。');
    await chat.show();
    expect(await chat.field.inputValue()).toBe('，不要对话');
  });
});

describe('conversations', () => {
  it('are begun, found, renamed in place, taken along as Markdown and deleted after a question', async () => {
    const { page, project, chat } = await openChat(desk, server);
    for (const [question, answer] of [
      ['雪停在哪一天？', '初三。'],
      ['渡口的锣是谁敲的？', '郑九。'],
    ] as const) {
      server.script({ pieces: [answer] });
      await page.keyboard.press('Control+Shift+O');
      await chat.ask(question);
      await chat.answered(answer);
    }
    await chat.titleButton.click();
    await expect
      .poll(() => chat.list.locator('.chat-row-title').allTextContents(), soon)
      .toEqual(['渡口的锣是谁敲的？', '雪停在哪一天？']);
    await hasFocus(page.getByRole('searchbox', { name: chat.say('list.search') }));
    await page.keyboard.type('初三');
    await chat.row('渡口').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await chat.row('渡口').waitFor();
    await chat.row('雪停').locator('.chat-row-main').focus();
    await page.keyboard.press('F2');
    await hasFocus(chat.list.getByRole('textbox'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('雪');
    await page.keyboard.press('Enter');
    await chat.row('雪').locator('.chat-row-title').filter({ hasText: /^雪$/ }).click();
    await chat.answered('初三');
    const downloading = page.waitForEvent('download');
    await chat.button('more').click();
    await page.getByRole('menuitem', { name: chat.say('export.menu') }).click();
    const file = await (await downloading).path();
    expect(await readFile(file, 'utf8')).toContain('雪停在哪一天？');
    await chat.button('more').click();
    await page.getByRole('menuitem', { name: chat.say('delete.menu') }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.textContent()).toContain('“雪”的 2 条消息');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFindings(page, { inside: '[role=dialog]' })).toEqual([]);
    }
    await dialog.getByRole('button', { name: chat.say('delete.action') }).click();
    await chat.title.getByText('渡口的锣').waitFor();
    const { projectId } = project;
    expect((await desk.call('conversation:list', { projectId })).items).toHaveLength(1);
  });
});
