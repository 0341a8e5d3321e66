import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { wordsOf, scripted } from '#tests/helpers/scripted-steps.ts';
import { askUntil, type ServedTalk, startServedTalk } from '#tests/helpers/served-talk.ts';

let talk: ServedTalk;
afterEach(() => talk.close());

const spooled = (): string[] => {
  const folder = join(talk.data, 'spool');
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('a command that writes more than memory should hold, on the shipped program', () => {
  it('has its 3,000,000 bytes kept whole and labelled, and leaves nothing behind [S1-04 S1-05]', async () => {
    talk = await startServedTalk();
    const command = "head -c 3000000 /dev/zero | tr '\\0' x";
    talk.server.script(
      scripted('native', { calls: [['Bash', { command }]] }),
      scripted('native', { answer: '写完了' }),
    );
    const conversationId = await talk.open();
    const messages = await talk.ask(conversationId, '跑');
    expect(messages.at(-1)?.content).toBe('写完了');
    const result = messages.find(({ role }) => role === 'tool');
    expect(result?.metadata.status).toBe('success');
    const [id = ''] = result?.contextRefs ?? [];
    const shown = wordsOf(talk.server.calls.at(-1));
    expect(shown).toContain(`[Bash output in context: ${id}] (2.9MB)\n\nExit Code: 0`);
    expect(await talk.readAll(conversationId, id)).toBe('x'.repeat(3_000_000));
    expect(spooled()).toEqual([]);
  });

  it('leaves no output in the data folder when the program is killed while it writes', async () => {
    talk = await startServedTalk();
    const command = "head -c 3000000 /dev/zero | tr '\\0' x; sleep 20";
    talk.server.script(scripted('native', { calls: [['Bash', { command }]] }));
    const conversationId = await talk.open();
    await talk.call('conversation:send', { conversationId, text: '跑' });
    await askUntil(spooled, (names) => names.length > 0);
    await talk.crash();
    expect(await askUntil(spooled, (names) => names.length === 0)).toEqual([]);
  });
});
