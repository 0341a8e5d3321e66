import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorPlace } from '#main/base/anchors/place-anchor.ts';
import { moveMarked } from '#main/book/move-marked.ts';
import { joinMove, reverseMove } from '#main/book/text-move.ts';

const piece = fc.constantFrom('雨', '林远走了', '。', '\n\n', 'a ', '𠮷', '铜钥匙');
const text = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(''));
const marked = '【井底的铜钥匙还在不在】';

const joinOf = (whole: string, cut: number) =>
  joinMove('p', { documentId: 'first', text: whole, version: 'w' }, [
    { documentId: 'first', start: 0, text: whole.slice(0, cut), version: '1' },
    { documentId: 'second', start: cut, text: whole.slice(cut), version: '2' },
  ]);

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
          const [parted] = moveMarked(
            [{ id: 'note', places: { place } }],
            reverseMove(joinOf(whole, cut)),
          );
          const there = parted?.places['place'];
          expect(there).toMatchObject({
            documentId: cut <= span.start ? 'second' : 'first',
            offset: cut <= span.start ? span.start - cut : span.start,
            quote: marked,
          });
          const [joined] = moveMarked(
            [{ id: 'note', places: there ? { place: there } : {} }],
            joinOf(whole, cut),
          );
          expect(joined?.places['place']).toEqual(place);
        },
      ),
    );
  });
});
