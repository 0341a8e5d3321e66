import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  planCompaction,
  type PlannedItem,
} from '#main/assistant/conversation/compaction/plan-compaction.ts';

const item = (
  messageId: string,
  tokens: number,
  change: Partial<PlannedItem> = {},
): PlannedItem => ({
  messageId,
  type: 'tool_result',
  tokens,
  canEvict: true,
  mayArchive: false,
  ...change,
});
const plan = (
  items: readonly PlannedItem[],
  change: Partial<Parameters<typeof planCompaction>[0]>,
) =>
  planCompaction({
    items,
    tokens: 9_000,
    contextWindow: 10_000,
    urgency: 'due',
    offloadTokens: 2_000,
    hasSummary: true,
    archivableRounds: 1,
    ...change,
  });

describe('what a compaction takes', () => {
  it('is outputs alone while those bring the request below the threshold, the oldest first [S2-09 S2-10]', () => {
    const items = [
      item('old', 3_000, { mayArchive: true }),
      item('new', 3_000),
      item('last', 3_000),
    ];
    expect(plan(items, {})).toEqual({ evicted: ['old', 'new'], archive: false });
  });

  it('is long results, then long questions, then short results [S2-09]', () => {
    const items = [
      item('short', 500),
      item('question', 2_500, { type: 'user_message' }),
      item('answer', 2_500, { type: 'assistant_message' }),
      item('long', 2_500),
    ];
    expect(plan(items, { tokens: 20_000, hasSummary: true }).evicted).toEqual([
      'long',
      'question',
      'short',
    ]);
  });

  it('is a summary as well where outputs are not enough, and of what it stands for nothing leaves before [S2-10]', () => {
    const items = [
      item('asked', 5_000, { type: 'user_message', canEvict: false, mayArchive: true }),
      item('read', 500, { mayArchive: true }),
      item('now', 400),
    ];
    expect(plan(items, {})).toEqual({ evicted: [], archive: true });
  });

  it('is no further summary that would be due again with the next turn [S2-10]', () => {
    const items = [
      item('little', 300, { canEvict: false, mayArchive: true }),
      item('own', 8_000, { canEvict: false }),
    ];
    expect(plan(items, {}).archive).toBe(false);
    expect(plan(items, { hasSummary: false }).archive).toBe(true);
    expect(plan(items, { archivableRounds: 20 }).archive).toBe(true);
    expect(plan(items, { urgency: 'asked' })).toEqual({ evicted: [], archive: true });
  });

  it('is outputs of earlier turns first when the prompt is too long already, rounds only after those', () => {
    const items = [
      item('old', 4_000, { mayArchive: true }),
      item('own', 5_000, { canEvict: false }),
    ];
    expect(plan(items, { urgency: 'pressing' })).toEqual({ evicted: ['old'], archive: false });
    const gone = items.map((one) => ({ ...one, canEvict: false }));
    expect(plan(gone, { urgency: 'pressing' })).toEqual({ evicted: [], archive: true });
  });

  it('never is what must stay, and nothing twice', () => {
    const anyItem = fc.record({
      messageId: fc.uuid(),
      type: fc.constantFrom(
        'tool_result' as const,
        'user_message' as const,
        'assistant_message' as const,
      ),
      tokens: fc.nat(5_000),
      canEvict: fc.boolean(),
      mayArchive: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(anyItem, { selector: ({ messageId }) => messageId, maxLength: 40 }),
        fc.nat(40_000),
        fc.constantFrom('due' as const, 'pressing' as const, 'asked' as const),
        (items, tokens, urgency) => {
          const { evicted, archive } = plan(items, { tokens, urgency });
          expect(new Set(evicted).size).toBe(evicted.length);
          for (const id of evicted) {
            const one = items.find(({ messageId }) => messageId === id);
            expect(one?.canEvict).toBe(true);
            expect(one?.type).not.toBe('assistant_message');
            if (archive) expect(one?.mayArchive).toBe(false);
          }
        },
      ),
    );
  });

  it('keeps summaries tens of turns apart, whatever the turns bring', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(8_000), { minLength: 200, maxLength: 200 }), (results) => {
        const contextWindow = 40_000;
        let items: PlannedItem[] = [];
        let summaries = 0;
        results.forEach((tokens, turn) => {
          items.push(item(`a${turn}`, 300, { canEvict: false, type: 'assistant_message' }));
          items.push(item(`r${turn}`, tokens));
          const border = items.length - 20;
          items = items.map((one, index) => ({ ...one, mayArchive: index < border }));
          const held = items.reduce((sum, one) => sum + one.tokens, 8_000);
          const { evicted, archive } = planCompaction({
            items,
            tokens: held,
            contextWindow,
            urgency: 'due',
            offloadTokens: 2_000,
            hasSummary: summaries > 0,
            archivableRounds: Math.max(0, border / 2),
          });
          if (held < contextWindow * 0.8) return;
          if (archive) {
            summaries += 1;
            items = items.slice(border);
          }
          items = items.map((one) =>
            evicted.includes(one.messageId) ? { ...one, tokens: 60, canEvict: false } : one,
          );
        });
        expect(summaries).toBeLessThanOrEqual(20);
      }),
      { numRuns: 30 },
    );
  });
});
