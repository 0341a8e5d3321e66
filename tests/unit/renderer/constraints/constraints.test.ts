import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Constraint } from '#shared/domain/constraint.ts';
import { draftOf, readDraft } from '#renderer/features/constraints/draft.ts';
import { estimateTokens } from '#renderer/features/constraints/estimate.ts';
import {
  inOrder,
  movedBefore,
  stepTarget,
  wholeTarget,
  visibleConstraints,
} from '#renderer/features/constraints/order.ts';

const constraint = (constraintId: string, given: Partial<Constraint> = {}): Constraint => ({
  constraintId,
  type: 'narrative',
  text: constraintId,
  source: 'user',
  priority: 0,
  enabled: true,
  fence: null,
  tokenCount: 1,
  version: 1,
  createdAt: 0,
  updatedAt: 0,
  ...given,
});

const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), {
  minLength: 2,
  maxLength: 20,
});

describe('the order of constraints', () => {
  it('S3-22 keeps all of them, and the order of those that were not moved', () => {
    fc.assert(
      fc.property(ids, fc.nat(), fc.nat(), (all, from, to) => {
        const moved = all[from % all.length] ?? '';
        const before = to % (all.length + 1) === all.length ? null : (all[to % all.length] ?? null);
        const after = movedBefore(all, moved, before);
        expect(after.toSorted()).toEqual(all.toSorted());
        const others = (list: readonly string[]) => list.filter((id) => id !== moved);
        expect(others(after)).toEqual(others(all));
        if (before !== null && before !== moved) {
          expect(after[after.indexOf(moved) + 1]).toBe(before);
        }
      }),
    );
  });

  it('moves by one place among those shown, up and down again', () => {
    fc.assert(
      fc.property(ids, fc.nat(), (all, at) => {
        const place = at % all.length;
        const id = all[place] ?? '';
        const down = stepTarget(all, id, 1);
        if (down === undefined) {
          expect(place).toBe(all.length - 1);
          return;
        }
        const lower = movedBefore(all, id, down);
        expect(lower.indexOf(id)).toBe(place + 1);
        const up = stepTarget(lower, id, -1);
        expect(movedBefore(lower, id, up ?? null)).toEqual(all);
      }),
    );
  });

  it('S3-22 puts one behind the last shown, before what is hidden behind that', () => {
    const [all, shown] = [
      ['a', 'x', 'b', 'c', 'y', 'z'],
      ['a', 'b', 'c'],
    ];
    const moved = (id: string, beforeId: string | null) =>
      movedBefore(all, id, wholeTarget(all, shown, id, beforeId)).join('');
    expect(moved('b', stepTarget(shown, 'b', 1) ?? null)).toBe('axcbyz');
    expect(moved('a', null)).toBe('xbcayz');
    expect(moved('c', 'b')).toBe('axcbyz');
    for (const [id, beforeId] of [
      ['c', null],
      ['a', 'b'],
      ['b', 'b'],
    ] as const) {
      expect(moved(id, beforeId)).toBe(all.join(''));
    }
  });

  it('moves among those shown as it would among all of them', () => {
    fc.assert(
      fc.property(ids, fc.nat(), fc.nat(), fc.integer(), (all, from, to, mask) => {
        const shown = all.filter((_id, index) => ((mask >> index) & 1) === 1);
        const id = shown[from % shown.length];
        if (id === undefined) return;
        const beforeId = shown[to % (shown.length + 1)] ?? null;
        const after = movedBefore(all, id, wholeTarget(all, shown, id, beforeId));
        expect(after.filter((one) => shown.includes(one))).toEqual(
          movedBefore(shown, id, beforeId),
        );
      }),
    );
  });

  it('sorts items by a new order of their ids', () => {
    const items = ['a', 'b', 'c'].map((id) => constraint(id));
    expect(inOrder(items, ['c', 'a', 'b']).map((entry) => entry.constraintId)).toEqual([
      'c',
      'a',
      'b',
    ]);
  });

  it('filters by kind and words, and keeps the numbers of the whole list', () => {
    const items = [
      constraint('1', { text: '第一人称' }),
      constraint('2', { text: '不写梦', type: 'style' }),
      constraint('3', { text: '少用比喻', type: 'style' }),
    ];
    expect(visibleConstraints(items, 'style', '').map(({ number }) => number)).toEqual([2, 3]);
    expect(visibleConstraints(items, 'all', '比喻').map(({ number }) => number)).toEqual([3]);
    expect(visibleConstraints(items, 'world', '')).toEqual([]);
  });
});

describe('a constraint being written', () => {
  it('is stored trimmed, with its kind and its fence', () => {
    const draft = { ...draftOf(constraint('a', { fence: { notBeforeChapter: 3 } })), text: ' 雪 ' };
    expect(readDraft(draft).value).toEqual({
      text: '雪',
      type: 'narrative',
      fence: { notBeforeChapter: 3 },
    });
  });

  it('is not stored empty, too long or with a chapter that is none', () => {
    const draft = draftOf(constraint('a'));
    expect(readDraft({ ...draft, text: '  ' }).fault).toBe('empty');
    expect(readDraft({ ...draft, text: '雪'.repeat(4001) }).fault).toBe('tooLong');
    const fence = { ...draft.fence, notBefore: '九' };
    expect(readDraft({ ...draft, fence }).fault).toBe('fence');
  });

  it('is estimated from the exact count of what is stored', () => {
    const stored = { text: '窗外的雪落了一夜。', tokenCount: 9 };
    expect(estimateTokens(stored.text, stored)).toBe(9);
    expect(estimateTokens(`${stored.text}没有风。`, stored)).toBeGreaterThan(9);
    expect(estimateTokens('', stored)).toBeGreaterThanOrEqual(0);
  });
});
