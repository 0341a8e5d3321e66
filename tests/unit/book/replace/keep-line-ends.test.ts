import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepLineEnds } from '#main/book/replace/keep-line-ends.ts';

describe('a name over the end of a line that gets another one [W2]', () => {
  it.each([
    ['林远', '沈砚', '沈砚'],
    ['林\n远', '沈砚', '沈\n砚'],
    ['林\n远', '司马懿', '司\n马懿'],
    ['司马\n懿', '沈砚', '沈砚\n'],
    ['司\n马\n懿', '沈砚', '沈\n砚\n'],
    ['林\n远', '砚', '砚\n'],
    ['林\n远', 'Lin Yuan', 'Lin\nYuan'],
    ['林\n远', 'Lin', 'Lin\n'],
    ['林\n远', '', ''],
  ])('%j becomes %j as %j', (found, name, kept) => {
    expect(keepLineEnds(found, name)).toBe(kept);
  });

  it('keeps every sign of the new name, ends a line, and makes no empty one', () => {
    const sign = fc.constantFrom('雪', '夜', 'a', 'B', ' ', '·', '𠮷', 'é');
    const name = fc
      .array(sign, { minLength: 1, maxLength: 8 })
      .map((signs) => signs.join('').trim().replace(/\s+/gu, ' '))
      .filter((written) => written !== '');
    const lines = fc.array(fc.constantFrom('林', '司马', '懿懿懿'), {
      ...{ minLength: 1, maxLength: 4 },
    });
    fc.assert(
      fc.property(lines, name, (found, replacement) => {
        const kept = keepLineEnds(found.join('\n'), replacement);
        expect(kept.replace(/\s/gu, '')).toBe(replacement.replace(/\s/gu, ''));
        expect(kept.includes('\n')).toBe(found.length > 1);
        expect(kept).not.toMatch(/^\s|\n\n/u);
        expect(kept.split('\n').length).toBeLessThanOrEqual(found.length);
        // No spaced word is parted.
        const words = (text: string) => text.split(/[^a-zA-Z]+/u).filter(Boolean);
        expect(words(kept)).toEqual(words(replacement));
      }),
    );
  });
});
