import { afterEach, expect, it } from 'vitest';
import { type HeavyRun, runHeavyConversation } from '#tests/helpers/heavy-conversation.ts';

let run: HeavyRun;
afterEach(() => run.chat.close());

it('60 turns with 3 MB of results in a narrow window are summarised a few times and lose nothing, on the shipped program [S2-10]', async () => {
  run = await runHeavyConversation({ turns: 60, contextWindow: 40_000, protocol: 'native' });
  expect(run.resultBytes).toBeGreaterThan(2_500_000);
  expect(run.largest).toBeLessThan(40_000);
  expect(run.summaryCalls).toBeLessThanOrEqual(6);
  const { chat, conversationId } = run;
  const messages = await chat.messages(conversationId);
  const results = messages.filter(({ role }) => role === 'tool');
  expect(results).toHaveLength(180);
  for (const { messageId } of results) {
    const { content } = await chat.call('conversation:original', { conversationId, messageId });
    expect(Buffer.byteLength(content)).toBeGreaterThan(10_000);
  }
}, 240_000);
