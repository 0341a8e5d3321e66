import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { scripted, wordsOf } from '#tests/helpers/scripted-steps.ts';
import { type ServedChat, startServedChat } from '#tests/helpers/served-chat.ts';

let chat: ServedChat;
afterEach(() => chat.close());

const printed = '0123456789'.repeat(900);
const failure = '[Output truncated due to offload error]';

/** A command prints 9,000 bytes while no context file can be made; answers the conversation and its result. */
const printWithoutFiles = async () => {
  chat = await startServedChat();
  writeFileSync(join(chat.data, 'context'), 'in the way');
  chat.server.script(
    scripted('native', { calls: [['Bash', { command: `printf ${printed}` }]] }),
    scripted('native', { answer: '写完了' }),
  );
  const conversationId = await chat.open();
  const messages = await chat.ask(conversationId, '跑');
  const result = messages.find(({ role }) => role === 'tool');
  expect(result?.metadata.unsaved?.origin).toBe('bash');
  expect(wordsOf(chat.server.calls.at(-1))).toContain(`${failure}\n\nExit Code: 0`);
  return { conversationId, messageId: result?.messageId ?? '' };
};

it('an output that no file could be made of is kept through a kill and becomes one as soon as the disk allows [S1-15]', async () => {
  const { conversationId, messageId } = await printWithoutFiles();
  const { call, server } = chat;
  expect((await call('conversation:original', { conversationId, messageId })).content).toBe(
    printed,
  );
  await chat.crash();
  expect((await call('conversation:original', { conversationId, messageId })).content).toBe(
    printed,
  );

  rmSync(join(chat.data, 'context'));
  server.script(scripted('native', { answer: '好' }));
  const messages = await chat.ask(conversationId, '后来呢');
  const stored = messages.find((message) => message.messageId === messageId);
  const [id = ''] = stored?.contextRefs ?? [];
  expect(stored?.metadata.unsaved).toBeUndefined();
  expect(await chat.readAll(conversationId, id)).toBe(printed);
  const sent = wordsOf(server.calls.at(-1));
  expect(sent).toContain(`[Bash output in context: ${id}] (8.8KB)\n\nExit Code: 0`);
  expect(sent).not.toContain(failure);
});

it('the writer can have it tried again, and hears when it still cannot be written [S1-15]', async () => {
  const { conversationId, messageId } = await printWithoutFiles();
  const { call } = chat;
  await expect(call('conversation:store-output', { conversationId, messageId })).rejects.toThrow(
    'FILE_WRITE_FAILED',
  );
  rmSync(join(chat.data, 'context'));
  const stored = await call('conversation:store-output', { conversationId, messageId });
  expect(stored.content).toContain(`[Bash output in context: ${stored.contextRefs[0]}] (8.8KB)`);
  expect(await chat.readAll(conversationId, stored.contextRefs[0] ?? '')).toBe(printed);
  expect(await call('conversation:store-output', { conversationId, messageId })).toEqual(stored);
});
