import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  selectExpired,
  type ToolOutput,
} from '#main/assistant/conversation/reductions/expire-ephemeral.ts';
import type { ToolTraits } from '#main/assistant/conversation/service.ts';

const traits: Readonly<Record<string, ToolTraits>> = {
  Read: { ephemeral: 2 },
  Grep: { ephemeral: 0 },
  LS: { ephemeral: 5 },
  Write: { ephemeral: null },
};
const traitsOf = (toolName: string): ToolTraits => traits[toolName] ?? { ephemeral: null };

const outputs = fc
  .array(
    fc.record({
      toolName: fc.constantFrom('Read', 'Grep', 'LS', 'Write'),
      seen: fc.boolean(),
      destroyed: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  .map((list) => list.map((output, index): ToolOutput => ({ ...output, messageId: `m${index}` })));
const keepRecent = fc.option(fc.nat(4), { nil: null });

const read = (messageId: string, seen: boolean, destroyed = false): ToolOutput => ({
  messageId,
  toolName: 'Read',
  seen,
  destroyed,
});

describe('the ephemeral policy', () => {
  it('evicts the first file after the third read and the second after the fourth [S2-16]', () => {
    const afterThird = [read('1', true), read('2', true), read('3', false)];
    expect(selectExpired(afterThird, traitsOf, null)).toEqual(['1']);
    const afterFourth = [read('1', true, true), read('2', true), read('3', true), read('4', false)];
    expect(selectExpired(afterFourth, traitsOf, null)).toEqual(['2']);
  });

  it('keeps what no model call has seen, however much came at once [S2-08]', () => {
    const parallel = ['1', '2', '3', '4'].map((id) => read(id, false));
    expect(selectExpired(parallel, traitsOf, 0)).toEqual([]);
    expect(selectExpired([read('0', true), ...parallel], traitsOf, null)).toEqual(['0']);
  });

  it('lets the setting override the N of tools that declare one, 0 keeping none [S2-03]', () => {
    const all = [read('1', true), read('2', true), read('3', true)];
    const written = { messageId: 'w', toolName: 'Write', seen: true, destroyed: false };
    expect(selectExpired([...all, written], traitsOf, 0)).toEqual(['1', '2', '3']);
    expect(selectExpired([...all, written], traitsOf, 3)).toEqual([]);
  });

  it('keeps of every tool exactly its last N, beside what is unseen [S2-02]', () => {
    fc.assert(
      fc.property(outputs, keepRecent, (list, keep) => {
        const chosen = new Set(selectExpired(list, traitsOf, keep));
        for (const toolName of Object.keys(traits)) {
          const there = list.filter((one) => one.toolName === toolName && !one.destroyed);
          const declared = traitsOf(toolName).ephemeral;
          const kept = declared === null ? there.length : (keep ?? declared);
          const stays = there.filter((one, index) => !one.seen || index >= there.length - kept);
          expect(there.filter(({ messageId }) => !chosen.has(messageId))).toEqual(stays);
        }
      }),
    );
  });

  it('chooses nothing twice and nothing that is gone, oldest first [S2-07]', () => {
    fc.assert(
      fc.property(outputs, keepRecent, (list, keep) => {
        const chosen = selectExpired(list, traitsOf, keep);
        const byId = new Map(list.map((output) => [output.messageId, output]));
        expect(chosen.every((id) => byId.get(id)?.destroyed === false)).toBe(true);
        const order = list.map(({ messageId }) => messageId);
        expect(chosen).toEqual(order.filter((id) => chosen.includes(id)));
        const after = list.map((output) => ({
          ...output,
          destroyed: output.destroyed || chosen.includes(output.messageId),
        }));
        expect(selectExpired(after, traitsOf, keep)).toEqual([]);
      }),
    );
  });
});
