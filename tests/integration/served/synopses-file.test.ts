import { afterAll, beforeAll, expect, it } from 'vitest';
import { scripted, wordsOf } from '#tests/helpers/scripted-steps.ts';
import { type ServedChat, startServedChat } from '#tests/helpers/served-chat.ts';

const canary = '鸬鹚';
const chapters = Object.fromEntries(
  Array.from({ length: 30 }, (_, at) => [
    `${String(at + 1).padStart(2, '0')}.md`,
    `# 第${at + 1}章\n\n第${at + 1}天，雪落了一夜。\n`,
  ]),
);

let chat: ServedChat;
beforeAll(async () => {
  chat = await startServedChat({ chapters });
});
afterAll(() => chat.close());

it('the story so far of a long book becomes a file of the conversation, without what is closed [E3 S1-06 N3]', async () => {
  const { call, projectId, server } = chat;
  const { documents } = await call('documents:list', { projectId });
  for (const [at, { documentId }] of documents.entries()) {
    const words = at === 4 ? canary : `第${at + 1}天`;
    await call('documents:update', {
      ...{ projectId, documentId, synopsis: `${words}的雪。`.repeat(40) },
      ...(at === 4 && { fence: { neverSend: true } }),
    });
  }
  server.script(
    scripted('native', { calls: [['lookup_synopses', {}]] }),
    scripted('native', { answer: '雪一直没有停。' }),
  );
  const conversationId = await chat.open();
  const messages = await chat.ask(conversationId, '前面讲了什么？');
  const result = messages.find(({ role }) => role === 'tool');
  const [id = ''] = result?.contextRefs ?? [];
  const whole = await chat.readAll(conversationId, id);
  for (const at of [1, 17, 30]) expect(whole).toContain(`第${at}天的雪。`.repeat(40));
  expect(whole).not.toContain(canary);
  expect(wordsOf(server.calls.at(-1))).not.toContain(canary);
  // Closed after it was written: the file holds what it was made of.
  const { documentId = '' } = documents[16] ?? {};
  await call('documents:update', { projectId, documentId, fence: { neverSend: true } });
  server.script(
    scripted('native', { calls: [['context_grep', { id, pattern: '第17天' }]] }),
    scripted('native', { answer: '没有。' }),
  );
  await chat.ask(conversationId, '第十七天呢？');
  expect(wordsOf(server.calls.at(-1))).toContain(id);
  expect(wordsOf(server.calls.at(-1))).not.toContain('第17天的雪');
});
