import { afterEach, describe, expect, it } from 'vitest';
import { type LongRun, runLongConversation } from '#tests/helpers/long-conversation.ts';

let run: LongRun;
afterEach(() => run.world.close());

const contextWindow = 32_000;
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe('a conversation of 300 turns', () => {
  it('stays under the window, loses nothing, summarises nothing twice [S2-07 S4-15 S4-18 S4-20]', async () => {
    run = await runLongConversation({ turns: 300, contextWindow, protocol: 'react' });
    const { turns, messages, observations, printed, world } = run;
    const { conversationId, test } = world;

    for (const { largest, turn } of turns) {
      expect(largest, `the largest request of turn ${turn}`).toBeLessThan(contextWindow);
    }
    // The price of a turn does not grow with the conversation.
    const early = mean(turns.slice(60, 120).map(({ inputTokens }) => inputTokens));
    const late = mean(turns.slice(240, 300).map(({ inputTokens }) => inputTokens));
    expect(late / early).toBeLessThan(1.2);

    // Every call has its result, and every result what the model was shown.
    const asked = messages.flatMap(({ metadata }) => metadata.calls ?? []);
    const results = messages.filter(({ role }) => role === 'tool');
    expect(results.map(({ metadata }) => metadata.call_id)).toEqual(
      asked.map(({ call_id }) => call_id),
    );
    expect(asked.length).toBeGreaterThan(400);
    for (const { messageId, metadata } of results) {
      const { content } = await test.call('conversation:original', { conversationId, messageId });
      expect(content).toBe(observations.get(metadata.call_id ?? ''));
    }

    // Everything that went to a file comes back byte for byte.
    const offloaded = results.filter(({ metadata }) => printed.has(metadata.call_id ?? ''));
    expect(offloaded.length).toBe(75);
    let bytes = 0;
    for (const { contextRefs, metadata } of offloaded) {
      const whole = printed.get(metadata.call_id ?? '') ?? '';
      const [id] = contextRefs;
      // What was small enough stood in the prompt whole; its file, if one was made later, is the observation.
      if (whole.length <= 5 * 1024) continue;
      expect(id, 'a big output has a file').toBeDefined();
      if (id === undefined) continue;
      let content = '';
      for (let offset = 0, isDone = false; !isDone; ) {
        const page = await test.call('context-files:read', {
          conversationId,
          id,
          offset,
          limit: 65_536,
        });
        content += page.content;
        offset = page.nextOffset;
        isDone = page.done;
      }
      expect(content).toBe(whole);
      bytes += Buffer.byteLength(content);
    }
    expect(bytes).toBeGreaterThan(1024 * 1024);

    // Summaries stand for others and nothing stands for them; each archived message has one.
    const summaries = messages.filter(({ role }) => role === 'system');
    expect(summaries.length).toBeGreaterThan(1);
    expect(summaries.length).toBeLessThanOrEqual(30);
    for (const summary of summaries) expect(summary.archivedBy).toBeNull();
    const known = new Set(summaries.map(({ messageId }) => messageId));
    const archived = messages.filter(({ archivedBy }) => archivedBy !== null);
    expect(archived.length).toBeGreaterThan(600);
    for (const { archivedBy } of archived) expect(known.has(archivedBy ?? '')).toBe(true);
  }, 300_000);
});
