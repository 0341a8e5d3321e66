import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorPlace } from '#main/base/anchors/place-anchor.ts';
import { moveMarked } from '#main/book/move-marked.ts';
import { type CutMark, joinMove, reverseMove, type TextMove } from '#main/book/text-move.ts';
import type { Marked } from '#main/book/marked-places.ts';

const piece = fc.constantFrom('雨', '林远走了', '。', '\n\n', 'a ', '𠮷', '铜钥匙');
const text = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(''));
const marked = '【井底的铜钥匙还在不在】';

const joinOf = (whole: string, cut: number) =>
  joinMove('p', { documentId: 'first', text: whole, version: 'w' }, [
    { documentId: 'first', start: 0, text: whole.slice(0, cut), version: '1' },
    { documentId: 'second', start: cut, text: whole.slice(cut), version: '2' },
  ]);

/** One move of a step, with what the move before it had cut. */
const move = (marked: readonly Marked[], by: TextMove, cut: readonly CutMark[] = []) => {
  const noted: CutMark[] = [];
  const memory = { cut, noteCut: (one: CutMark) => void noted.push(one) };
  return { moved: moveMarked(marked, by, { keeper: 'notes', memory }), noted };
};

describe('a marked place in a chapter that is split or merged [W1 W4]', () => {
  it('goes with its text into the part that has it, and back', () => {
    fc.assert(
      fc.property(
        text,
        text,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (before, after, share) => {
          const whole = before + marked + after;
          const span = { start: before.length, end: before.length + marked.length };
          const outside = [...Array(whole.length + 1).keys()].filter(
            (at) => at <= span.start || at >= span.end,
          );
          const cut = outside[Math.floor(share * (outside.length - 1))] ?? 0;
          const place = { documentId: 'first', ...anchorPlace(whole, span) };
          const back = reverseMove(joinOf(whole, cut));
          const { moved, noted } = move([{ id: 'note', places: { place } }], back);
          expect(noted).toEqual([]);
          const [parted] = moved;
          const there = parted?.places['place'];
          expect(there).toMatchObject({
            documentId: cut <= span.start ? 'second' : 'first',
            offset: cut <= span.start ? span.start - cut : span.start,
            quote: marked,
          });
          const [joined] = move(
            [{ id: 'note', places: there ? { place: there } : {} }],
            joinOf(whole, cut),
          ).moved;
          expect(joined?.places['place']).toEqual(place);
        },
      ),
    );
  });

  it('that was cut in two is whole again once that is undone, unless the rest of it was marked anew', () => {
    const inside = fc.integer({ min: 1, max: marked.length - 1 });
    fc.assert(
      fc.property(text, text, inside, fc.boolean(), (before, after, within, isMarkedAnew) => {
        const whole = before + marked + after;
        const span = { start: before.length, end: before.length + marked.length };
        const place = { documentId: 'first', ...anchorPlace(whole, span) };
        const join = joinOf(whole, span.start + within);
        const { moved, noted } = move([{ id: 'note', places: { place } }], reverseMove(join));
        const there = moved[0]?.places['place'];
        expect(marked).toContain(there?.quote);
        expect(noted).toMatchObject([{ keeper: 'notes', id: 'note', placeId: 'place' }]);
        if (!there) throw new Error('a mark that went nowhere');
        const now = isMarkedAnew
          ? { ...there, quote: there.quote.slice(0, -1), after: there.quote.slice(-1) }
          : there;
        const joined = move([{ id: 'note', places: { place: now } }], join, noted);
        const again = joined.moved[0]?.places['place'];
        if (isMarkedAnew) expect(again?.quote).not.toBe(marked);
        else expect(again).toEqual(place);
        // Another's mark, or another place of the same, is not taken for it.
        const other = move([{ id: 'other', places: { place: there } }], join, noted);
        expect(other.moved[0]?.places['place']?.quote).toBe(there.quote);
      }),
    );
  });

  it('that was cut before anybody looked where an edit above had put it is whole again all the same', () => {
    const inside = fc.integer({ min: 1, max: marked.length - 1 });
    fc.assert(
      fc.property(text, text, text, inside, (typed, before, after, within) => {
        const stood = { start: before.length, end: before.length + marked.length };
        const stale = {
          documentId: 'first',
          ...anchorPlace(before + marked + after, stood),
        };
        const whole = typed + before + marked + after;
        const span = { start: stood.start + typed.length, end: stood.end + typed.length };
        const join = joinOf(whole, span.start + within);
        const { moved, noted } = move(
          [{ id: 'note', places: { place: stale } }],
          reverseMove(join),
        );
        const back = move([{ id: 'note', places: moved[0]?.places ?? {} }], join, noted);
        expect(back.moved[0]?.places['place']).toEqual({
          documentId: 'first',
          ...anchorPlace(whole, span),
        });
      }),
    );
  });
});
