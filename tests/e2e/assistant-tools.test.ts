import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { openChat, resetChat, chatChapters, toolCall } from './pages/chat-desk.ts';
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

const findingsOf = (page: Page) => axeFindings(page);

describe('what the assistant may do', () => {
  it('F14 proposes changes and new chapters, and writes only what is accepted', async () => {
    server.script(
      {
        calls: [
          toolCall('Edit', {
            path: '第二章 归途.md',
            old_string: '雪停了。',
            new_string: '雪没有停。',
          }),
          toolCall('Write', { path: '尾声.md', content: '# 尾声\n\n潮退了。\n' }),
        ],
      },
      { pieces: ['改好了。'] },
    );
    const { page, project, chat, word } = await openChat(desk, server);
    const onDisk = (name: string) => readFile(desk.file(project, name), 'utf8');
    const write = writeModel(page, 'zh-CN');
    await chat.ask('改得冷一点');
    await chat.answered('改好了');
    expect(await onDisk('第二章 归途.md')).toBe(chatChapters['第二章 归途.md']);
    await chat.button('change.show').click();
    await write.bar.waitFor();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => onDisk('第二章 归途.md'), soon).toContain('雪没有停。');
    await chat.button('change.accept').click();
    await page.locator('.page-text').getByText('潮退了。').waitFor();
    expect(await onDisk('尾声.md')).toContain('潮退了。');
    await page.getByText(chat.say('change.decided', { chapter: '尾声' })).waitFor();
    expect(word('assistant:change.accept')).not.toBe('');
  });

  it('asks leave in place, by keyboard, and lists and takes back what was allowed for good', async () => {
    await desk.call('settings:update', { tools: { bash: 'ask' } });
    const command = { command: 'echo snow' };
    server.script(
      { calls: [toolCall('Bash', command)] },
      { pieces: ['没跑成。'] },
      { calls: [toolCall('Bash', command)] },
      { pieces: ['跑了。'] },
    );
    const { page, chat, word } = await openChat(desk, server);
    await chat.ask('跑一下');
    await chat.permission.getByText('echo snow', { exact: true }).waitFor();
    await hasFocus(chat.field);
    await chat.decide('refuse').focus();
    await page.keyboard.press('Enter');
    await chat.answered('没跑成');
    await chat.ask('再跑一下');
    await chat.decide('always').click();
    await chat.answered('跑了');
    await page.keyboard.press('Control+,');
    const settings = page.getByRole('dialog');
    await settings.getByRole('tab', { name: word('settings:sections.tools') }).click();
    const rules = settings.getByRole('region', { name: word('settings:tools.rules.title') });
    await rules.getByRole('button').click();
    await rules.getByText(word('settings:tools.rules.none')).waitFor();
    expect((await desk.call('conversation:permissions:list', {})).items).toEqual([]);
  });

  it('keeps tool servers in settings and says in words what is wrong with one', async () => {
    const { page, word } = await openChat(desk, server);
    await page.keyboard.press('Control+,');
    const settings = page.getByRole('dialog');
    const say = (key: string) => word(`settings:tools.servers.${key}`);
    await settings.getByRole('tab', { name: word('settings:sections.tools') }).click();
    await settings.getByRole('button', { name: say('add') }).click();
    await settings.getByRole('button', { name: word('app:actions.save') }).click();
    await settings.getByText(say('faults.name')).waitFor();
    await settings.getByRole('textbox', { name: say('name') }).fill('笔记');
    await settings.getByRole('textbox', { name: say('command') }).fill('no-such-program-here');
    await page.keyboard.press('Enter');
    await settings.getByText(say('unconfirmed')).waitFor();
    await settings.getByRole('button', { name: say('connect') }).click();
    await settings.getByText(word('errors:MCP_SERVER_FAILED.what')).waitFor(soon);
    // It is asked about first, and the focus is on keeping it.
    await settings.getByRole('button', { name: say('remove') }).click();
    await hasFocus(settings.getByRole('button', { name: say('ask.keep') }));
    await settings.getByRole('button', { name: say('remove') }).click();
    await settings.getByText(say('none')).waitFor();
    expect((await desk.call('mcp:servers:list', {})).items).toEqual([]);
  });
});

describe('out of sight', () => {
  it('tells in the status bar that leave is waited for, and goes there', async () => {
    await desk.call('settings:update', { tools: { bash: 'ask' } });
    server.script({ calls: [toolCall('Bash', { command: 'echo snow' })] }, { pieces: ['跑了。'] });
    const { page, text, chat, word } = await openChat(desk, server);
    await chat.ask('跑一下');
    await page.keyboard.press('Control+J');
    await text.text.focus();
    const waits = page.getByRole('button', { name: word('assistant:status.waits') });
    await waits.waitFor();
    await hasFocus(text.text);
    await waits.click();
    await chat.decide('once').click();
    await chat.answered('跑了');
    await expect.poll(() => waits.count(), { timeout: 20_000 }).toBe(0);
  });
});

describe('accessibility', () => {
  it.each(['light', 'dark'] as const)('F24 has no finding in the chat, %s', async (theme) => {
    await desk.call('settings:update', { tools: { bash: 'ask' } });
    const { page, chat, word } = await openChat(desk, server);
    await page.emulateMedia({ colorScheme: theme });
    expect(await findingsOf(page)).toEqual([]);
    server.script(
      {
        pieces: ['看看。'],
        calls: [toolCall('LS', { path: '.' }), toolCall('Read', { path: '没有.md' })],
      },
      { calls: [toolCall('Bash', { command: 'ls' })] },
      { pieces: ['# 答\n\n1. 一\n\n> 引\n\n`码`\n\n| 章 | 事 |\n| --- | --- |\n| 一 | 雪 |\n'] },
    );
    await chat.ask('看看有什么');
    await chat.permission.waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await chat.decide('once').click();
    await chat.answered('引');
    await chat.steps.first().getByRole('button').first().click();
    await chat.field.fill('@第');
    await chat.suggestions.waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await chat.field.fill('');
    await chat.titleButton.click();
    await chat.list.waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.keyboard.press('Control+,');
    for (const section of ['assistant', 'tools']) {
      const tab = page.getByRole('tab', { name: word(`settings:sections.${section}`) }).last();
      await tab.click();
      expect(await findingsOf(page)).toEqual([]);
    }
    await page
      .getByRole('dialog')
      .getByRole('button', { name: word('settings:tools.servers.add') })
      .click();
    expect(await findingsOf(page)).toEqual([]);
  });
});
