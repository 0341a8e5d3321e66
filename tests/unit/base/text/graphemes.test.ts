import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginningWithin,
  borderAfter,
  borderBefore,
  endingWithin,
  graphemeStarts,
} from '#main/base/text/graphemes.ts';

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('雪还在下。', '👨‍👩‍👧‍👦', '🇨🇳', '🇬🇧', 'é́', '\r\n', '\n', 'क्ष', 'a', '\ud83d'),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

const bordersOf = (whole: string): number[] => [
  ...[...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(whole)].map(
    ({ index }) => index,
  ),
  whole.length,
];

describe('whole graphemes', () => {
  it('S4-14 keeps the longest beginning that ends between two graphemes', () => {
    fc.assert(
      fc.property(text, fc.nat(80), (whole, limit) => {
        const longest = Math.max(0, ...bordersOf(whole).filter((border) => border <= limit));
        expect(beginningWithin(whole, limit)).toBe(whole.slice(0, longest));
      }),
      { numRuns: 1000 },
    );
  });

  it('S4-19 keeps the longest ending that begins between two graphemes', () => {
    fc.assert(
      fc.property(text, fc.nat(80), (whole, limit) => {
        const offset = Math.max(0, whole.length - limit);
        const first = Math.min(...bordersOf(whole).filter((border) => border >= offset));
        expect(endingWithin(whole, limit)).toBe(whole.slice(first));
      }),
      { numRuns: 1000 },
    );
  });

  it('S4-07 finds the borders around any place of a text, and all of them (property)', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: -2, max: 200 }), (whole, position) => {
        const borders = bordersOf(whole);
        const place = Math.max(0, Math.min(position, whole.length));
        expect(borderBefore(whole, position)).toBe(borders.findLast((border) => border <= place));
        expect(borderAfter(whole, position)).toBe(borders.find((border) => border >= place));
        expect([...graphemeStarts(whole), whole.length]).toEqual(borders);
      }),
      { numRuns: 1000 },
    );
  });

  it('counts flags from their beginning, also a thousand of them', () => {
    const flags = '🇨🇳'.repeat(1000);
    for (const place of [1, 2, 3, 1001, 3998, 3999]) {
      expect(borderBefore(flags, place)).toBe(place - (place % 4));
      expect(borderAfter(flags, place)).toBe(Math.ceil(place / 4) * 4);
    }
  });

  it('S4-07 cuts a run of joined marks longer than anything real, so that a reader gets on', () => {
    const marks = `e${'\u0301'.repeat(20_000)}`;
    expect(borderBefore(marks, 10_000)).toBe(10_000);
    expect(borderAfter(marks, 10_000)).toBe(10_000);
    expect(borderBefore(marks, 30)).toBe(0);
    expect(borderAfter(marks, marks.length - 30)).toBe(marks.length);
  });
});
