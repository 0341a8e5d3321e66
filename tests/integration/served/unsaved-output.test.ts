import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { scripted, wordsOf } from '#tests/helpers/scripted-steps.ts';
import { type ServedTalk, startServedTalk } from '#tests/helpers/served-talk.ts';

let talk: ServedTalk;
afterEach(() => talk.close());

const printed = '0123456789'.repeat(900);
const failure = '[Output truncated due to offload error]';

/** A command prints 9,000 bytes while no context file can be made; answers the conversation and its result. */
const printWithoutFiles = async () => {
  talk = await startServedTalk();
  writeFileSync(join(talk.data, 'context'), 'in the way');
  talk.server.script(
    scripted('native', { calls: [['Bash', { command: `printf ${printed}` }]] }),
    scripted('native', { answer: '写完了' }),
  );
  const conversationId = await talk.open();
  const messages = await talk.ask(conversationId, '跑');
  const result = messages.find(({ role }) => role === 'tool');
  expect(result?.metadata.unsaved?.origin).toBe('bash');
  expect(wordsOf(talk.server.calls.at(-1))).toContain(`${failure}\n\nExit Code: 0`);
  return { conversationId, messageId: result?.messageId ?? '' };
};

it('an output that no file could be made of is kept through a kill and becomes one as soon as the disk allows [S1-15]', async () => {
  const { conversationId, messageId } = await printWithoutFiles();
  const { call, server } = talk;
  expect((await call('conversation:original', { conversationId, messageId })).content).toBe(
    printed,
  );
  await talk.crash();
  expect((await call('conversation:original', { conversationId, messageId })).content).toBe(
    printed,
  );

  rmSync(join(talk.data, 'context'));
  server.script(scripted('native', { answer: '好' }));
  const messages = await talk.ask(conversationId, '后来呢');
  const stored = messages.find((message) => message.messageId === messageId);
  const [id = ''] = stored?.contextRefs ?? [];
  expect(stored?.metadata.unsaved).toBeUndefined();
  expect(await talk.readAll(conversationId, id)).toBe(printed);
  const sent = wordsOf(server.calls.at(-1));
  expect(sent).toContain(`[Bash output in context: ${id}] (8.8KB)\n\nExit Code: 0`);
  expect(sent).not.toContain(failure);
});

it('the writer can have it tried again, and hears when it still cannot be written [S1-15]', async () => {
  const { conversationId, messageId } = await printWithoutFiles();
  const { call } = talk;
  await expect(call('conversation:store-output', { conversationId, messageId })).rejects.toThrow(
    'FILE_WRITE_FAILED',
  );
  rmSync(join(talk.data, 'context'));
  const stored = await call('conversation:store-output', { conversationId, messageId });
  expect(stored.content).toContain(`[Bash output in context: ${stored.contextRefs[0]}] (8.8KB)`);
  expect(await talk.readAll(conversationId, stored.contextRefs[0] ?? '')).toBe(printed);
  expect(await call('conversation:store-output', { conversationId, messageId })).toEqual(stored);
});
