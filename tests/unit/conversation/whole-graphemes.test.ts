import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginningWithin, endingWithin } from '#main/services/conversation/whole-graphemes.ts';

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
});
