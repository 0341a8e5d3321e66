import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrange, neighbourOf } from '#renderer/features/candidates/passages.ts';
import type { Pending } from '#renderer/features/candidates/pending.ts';
import { isSamePassage } from '#shared/same-passage.ts';

const waiting = (candidateId: string, start: number, end: number): Pending => ({
  candidateId,
  documentId: 'd',
  start,
  end,
  original: '',
  before: '',
  after: '',
  partial: false,
  changed: false,
  hunks: [],
});

const places = fc
  .array(fc.tuple(fc.nat(12), fc.nat(4)), { maxLength: 8 })
  .map((spans) =>
    spans.map(([start, length], index) => waiting(`${index}`, start, start + length)),
  );

describe('answers for one passage', () => {
  it('are shown one at a time: no two shown texts share a passage, none is lost (property) [F14]', () => {
    fc.assert(
      fc.property(places, fc.array(fc.nat(8).map(String)), (pending, front) => {
        const { shown, passages } = arrange(pending, front);
        for (const one of shown) {
          for (const other of shown) {
            if (one !== other) expect(isSamePassage(one, other)).toBe(false);
          }
        }
        const reached = new Set([
          ...shown.map(({ candidateId }) => candidateId),
          ...passages.flatMap(({ candidateIds }) => candidateIds),
        ]);
        expect(reached.size).toBe(pending.length);
        for (const passage of passages) {
          expect(passage.candidateIds).toContain(passage.shown);
          expect(passage.candidateIds).toContain(neighbourOf(passage, 1));
        }
      }),
    );
  });

  it('show what came last, or what the writer brought to the page', () => {
    const pending = [waiting('a', 2, 8), waiting('b', 4, 6), waiting('c', 9, 9)];
    expect(arrange(pending, []).shown.map(({ candidateId }) => candidateId)).toEqual(['b', 'c']);
    const { shown, passages } = arrange(pending, ['b', 'a']);
    expect(shown.map(({ candidateId }) => candidateId)).toEqual(['a', 'c']);
    expect(passages).toMatchObject([{ id: 'a', candidateIds: ['a', 'b'], shown: 'a' }]);
  });

  it('do not hold a text that goes directly beside the passage', () => {
    expect(arrange([waiting('a', 2, 8), waiting('b', 8, 8)], []).passages).toEqual([]);
  });
});
