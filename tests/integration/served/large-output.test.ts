import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { wordsOf, scripted } from '#tests/helpers/scripted-steps.ts';
import { askUntil, type ServedChat, startServedChat } from '#tests/helpers/served-chat.ts';

let chat: ServedChat;
afterEach(() => chat.close());

const spooled = (): string[] => {
  const folder = join(chat.data, 'spool');
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('a command that writes more than memory should hold, on the shipped program', () => {
  it('has its 3,000,000 bytes kept whole and labelled, and leaves nothing behind [S1-04 S1-05]', async () => {
    chat = await startServedChat();
    const command = "head -c 3000000 /dev/zero | tr '\\0' x";
    chat.server.script(
      scripted('native', { calls: [['Bash', { command }]] }),
      scripted('native', { answer: '写完了' }),
    );
    const conversationId = await chat.open();
    const messages = await chat.ask(conversationId, '跑');
    expect(messages.at(-1)?.content).toBe('写完了');
    const result = messages.find(({ role }) => role === 'tool');
    expect(result?.metadata.status).toBe('success');
    const [id = ''] = result?.contextRefs ?? [];
    const shown = wordsOf(chat.server.calls.at(-1));
    expect(shown).toContain(`[Bash output in context: ${id}] (2.9MB)\n\nExit Code: 0`);
    expect(await chat.readAll(conversationId, id)).toBe('x'.repeat(3_000_000));
    expect(spooled()).toEqual([]);
  });

  it('leaves no output in the data folder when the program is killed while it writes', async () => {
    chat = await startServedChat();
    const command = "head -c 3000000 /dev/zero | tr '\\0' x; sleep 20";
    chat.server.script(scripted('native', { calls: [['Bash', { command }]] }));
    const conversationId = await chat.open();
    await chat.call('conversation:send', { conversationId, text: '跑' });
    await askUntil(spooled, (names) => names.length > 0);
    await chat.crash();
    expect(await askUntil(spooled, (names) => names.length === 0)).toEqual([]);
  });
});
