import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChapters } from '#main/book/chapters.ts';
import {
  anchorFence,
  anchorGiven,
  anchorNumber,
  resolveFence,
  resolveReference,
  StoredFence,
} from '#main/book/chapter-reference.ts';

const bookOf = (ids: readonly string[]) => createChapters(ids, ids);
const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 12 });

describe('a chapter named by a number [B3]', () => {
  it('shows the same number as long as nothing moves', () => {
    fc.assert(
      fc.property(ids, fc.integer({ min: 1, max: 40 }), (order, number) => {
        const chapters = bookOf(order);
        expect(resolveReference(anchorNumber(number, chapters), chapters)).toBe(number);
      }),
    );
  });

  it('moves with its chapter, wherever others come in', () => {
    fc.assert(
      fc.property(ids, fc.nat(), fc.nat(), (order, place, at) => {
        fc.pre(order.length > 0);
        const number = (place % order.length) + 1;
        const reference = anchorNumber(number, bookOf(order));
        const grown = order.toSpliced(at % (order.length + 1), 0, 'newcomer');
        expect(resolveReference(reference, bookOf(grown))).toBe(
          grown.indexOf(order[number - 1] ?? '') + 1,
        );
      }),
    );
  });

  it('opens at the next chapter that is there while its own is gone, and at none that came before', () => {
    fc.assert(
      fc.property(ids, fc.nat(), fc.array(fc.boolean(), { maxLength: 12 }), (order, at, gone) => {
        fc.pre(order.length > 0);
        const index = at % order.length;
        const present = order.filter((_, place) => gone[place] !== true);
        const chapters = createChapters(present, order);
        const number = resolveReference({ documentId: order[index] ?? '' }, chapters);
        expect(present.slice(0, number - 1)).toEqual(
          present.filter((id) => order.indexOf(id) < index),
        );
      }),
    );
  });

  it('comes after all chapters where nobody knows the chapter', () => {
    expect(resolveReference({ documentId: 'nobody' }, bookOf(['a', 'b']))).toBe(3);
  });
});

describe('a fence that was given [B3]', () => {
  const before = bookOf(['a', 'b', 'c']);
  const stored = anchorFence({ notBeforeChapter: 3 }, null, before);

  it('keeps its chapters where the number is still the one it shows', () => {
    const without = createChapters(['a', 'b', 'd'], ['a', 'b', 'c', 'd']);
    expect(resolveFence(stored, without)).toEqual({ notBeforeChapter: 3 });
    const again = anchorFence({ notBeforeChapter: 3, neverSend: true }, stored, without);
    expect(again).toEqual({ notBefore: [{ documentId: 'c' }], neverSend: true });
    const reference = { documentId: 'c' };
    expect(anchorGiven(3, reference, without)).toBe(reference);
  });

  it('names another chapter where the number is another, and the id before the number', () => {
    expect(anchorFence({ notBeforeChapter: 2 }, stored, before)).toEqual({
      notBefore: [{ documentId: 'b' }],
    });
    const both = { notBeforeDocumentId: 'a', notBeforeChapter: 3 };
    expect(anchorFence(both, stored, before)).toEqual({ notBefore: [{ documentId: 'a' }] });
    expect(() => anchorFence({ notBeforeDocumentId: 'x' }, null, before)).toThrow(
      /no such chapter/,
    );
  });

  it('is read as an earlier version stored it', () => {
    expect(StoredFence.parse({ notBeforeChapter: 7, neverSend: true })).toEqual({
      notBefore: [{ chapter: 7 }],
      neverSend: true,
    });
  });
});
