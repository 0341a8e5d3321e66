import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntityDetail } from '#shared/domain/knowledge.ts';
import { detailsIn, orderDetails } from '#shared/entity-details.ts';

const detail = fc.record({
  detailId: fc.uuid(),
  label: fc.constantFrom('身份', '样貌', 'Role', 'oath', 'zeal'),
  text: fc.constantFrom('', 'a', 'b', 'c'),
  fromChapter: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
});
const details = fc.uniqueArray(detail, { selector: ({ detailId }) => detailId, maxLength: 12 });

const from = (label: string, text: string, fromChapter: number | null): EntityDetail => ({
  ...{ detailId: `${label}${fromChapter}`, label, text, fromChapter },
});

describe('the fields of an entry over the chapters [W6]', () => {
  it('says of each field what was said last, and nothing once it ended', () => {
    const role = [from('身份', '测量委员', null), from('身份', '', 61), from('身份', '学徒', 70)];
    const textsIn = (chapter: number) => detailsIn(role, chapter).map(({ text }) => text);
    expect([1, 60, 61, 69, 70].map(textsIn)).toEqual([
      ...[['测量委员'], ['测量委员']],
      ...[[], [], ['学徒']],
    ]);
  });

  it('never says what is not yet true, and holds from its chapter until the next of its field', () => {
    fc.assert(
      fc.property(details, fc.integer({ min: 0, max: 13 }), (all, chapter) => {
        const held = detailsIn(all, chapter);
        for (const one of all) {
          const begins = one.fromChapter ?? 0;
          const isReplaced = all.some(
            (other) =>
              other.label === one.label &&
              (other.fromChapter ?? 0) > begins &&
              (other.fromChapter ?? 0) <= chapter,
          );
          expect(held.includes(one)).toBe(one.text !== '' && begins <= chapter && !isReplaced);
        }
      }),
    );
  });

  it('stands in one order, whatever order it came in', () => {
    const shuffled = details.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([all, mixed]) => {
        expect(orderDetails('character', mixed)).toEqual(orderDetails('character', all));
      }),
    );
  });
});
