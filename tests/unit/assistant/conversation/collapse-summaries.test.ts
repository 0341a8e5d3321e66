import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collapseSummaries } from '#main/assistant/conversation/summary/collapse.ts';

const count = (text: string): number => Math.ceil(text.length / 3);

const summary = (index: number, length: number): { messageId: string; text: string } => ({
  messageId: `m${index}`,
  text: `## 📌 Archived Session Summary\n*(Contains context from [${index}:00] to [${index}:59])*\n${'事'.repeat(length)}`,
});
const refOf = (messageId: string): string => `ref-${messageId}`;

describe('summaries in a prompt', () => {
  it('stay in full while they fit a fifth of the window [S4-19]', () => {
    const summaries = [summary(1, 100), summary(2, 100)];
    const shown = collapseSummaries(summaries, 100_000, count, refOf);
    expect(shown.map(({ text }) => text)).toEqual(summaries.map(({ text }) => text));
    expect(shown.some(({ collapsed }) => collapsed)).toBe(false);
  });

  it('show the oldest as one line with its ref beyond that [S4-19]', () => {
    const summaries = [summary(1, 900), summary(2, 900), summary(3, 900)];
    const shown = collapseSummaries(summaries, 4000, count, refOf);
    expect(shown.map(({ text }) => text)).toEqual([
      '[Archived summary in context: ref-m1] (1:00 to 1:59)',
      summaries[1]?.text,
      summaries[2]?.text,
    ]);
  });

  it('hold 289 summaries in a window of 10,000 [S4-19]', () => {
    const summaries = Array.from({ length: 289 }, (_, index) => summary(index, 1900));
    const shown = collapseSummaries(summaries, 10_000, count, refOf);
    const tokens = shown.reduce((sum, { text }) => sum + count(text), 0);
    expect(tokens).toBeLessThanOrEqual(2000);
    expect(shown[0]?.text).toMatch(
      /^\[\d+ archived summaries in context: ref-m0 … ref-m\d+\] \(0:00 to \d+:59; context_list names them all\)$/u,
    );
    expect(shown.at(-1)?.text).toBe(summaries.at(-1)?.text);
    expect(shown.flatMap(({ standsFor }) => standsFor)).toEqual(
      summaries.map(({ messageId }) => messageId),
    );
  });

  it('lose none: each is shown or stood for once, in order, and within the share where refs are [S4-19]', () => {
    const lengths = fc.array(fc.record({ length: fc.nat(2000), hasRef: fc.boolean() }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(lengths, fc.integer({ min: 500, max: 50_000 }), (list, contextWindow) => {
        const summaries = list.map(({ length }, index) => summary(index, length));
        const refs = (id: string): string | null =>
          list[Number(id.slice(1))]?.hasRef ? refOf(id) : null;
        const shown = collapseSummaries(summaries, contextWindow, count, refs);
        expect(shown.flatMap(({ standsFor }) => standsFor).toSorted()).toEqual(
          summaries.map(({ messageId }) => messageId).toSorted(),
        );
        const order = summaries.map(({ messageId }) => messageId);
        const places = shown.map(({ messageId }) => order.indexOf(messageId));
        expect(places).toEqual(places.toSorted((one, other) => one - other));
        for (const { messageId, text, collapsed, standsFor } of shown) {
          expect(standsFor.at(-1)).toBe(messageId);
          if (!collapsed) expect(text).toBe(summaries[order.indexOf(messageId)]?.text);
          else expect(text).toContain(refOf(messageId));
        }
        const isWithin =
          shown.reduce((sum, { text }) => sum + count(text), 0) <= contextWindow * 0.2;
        const newest = summaries.at(-1)?.messageId;
        const mayShrink = shown.filter(
          ({ messageId, collapsed }) =>
            messageId !== newest && (collapsed || refs(messageId) !== null),
        );
        expect(isWithin || mayShrink.length <= 1).toBe(true);
      }),
    );
  });
});
