import { afterEach, expect, it } from 'vitest';
import { isSummaryRequest, summaryAnswer } from '#tests/helpers/long-conversation.ts';
import { scripted, wordsOf } from '#tests/helpers/scripted-steps.ts';
import { askUntil, type ServedChat, startServedChat } from '#tests/helpers/served-chat.ts';

let chat: ServedChat;
afterEach(() => chat.close());

it('kill -9 in the middle of a compaction leaves all of it undone, and the turn goes on with it done [S2-11]', async () => {
  chat = await startServedChat({ chapters: { '01.md': '雪落了一夜。\n\n'.repeat(2_000) } });
  const { server, call } = chat;
  await call('settings:update', { assistant: { keepRounds: 1, offloadTokens: 200 } });
  const conversationId = await chat.open();
  for (const number of [1, 2, 3]) {
    server.script(
      scripted('native', { calls: [['Read', { path: '01.md', limit: 100 }]] }),
      scripted(
        'native',
        { answer: `答${number}` },
        { usage: { input: number < 3 ? 5_000 : 63_000 } },
      ),
    );
    await chat.ask(conversationId, `问${number}`);
  }
  const before = await chat.messages(conversationId);
  const filesBefore = await call('context-files:list', { conversationId });
  server.script((asked) =>
    isSummaryRequest(asked)
      ? { pieces: ['## '], end: 'stall' }
      : scripted('native', { answer: '没有归纳' }),
  );
  // What the model told of its input is more than outputs alone can make up for.
  await call('conversation:send', { conversationId, text: '问4' });
  await askUntil(
    () => server.calls.at(-1),
    (asked) => asked !== undefined && isSummaryRequest(asked),
  );
  await chat.crash();
  const after = await chat.messages(conversationId);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.filter(({ role }) => role === 'system')).toEqual([]);
  expect(await call('context-files:list', { conversationId })).toEqual(filesBefore);

  server.script((asked) =>
    isSummaryRequest(asked) ? { pieces: [summaryAnswer] } : scripted('native', { answer: '好了' }),
  );
  await call('conversation:resume', { conversationId });
  const kept = await askUntil(
    () => chat.messages(conversationId),
    (all) => all.at(-1)?.content === '好了',
  );
  const summary = kept.find(({ role }) => role === 'system');
  expect(kept.filter(({ archivedBy }) => archivedBy === summary?.messageId)).toHaveLength(8);
  expect(wordsOf(server.calls.at(-1))).toContain('Archived Session Summary');
});
