import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseChineseNumeral,
  parseEnglishNumber,
  parseRomanNumeral,
} from '#main/book/documents/numeral.ts';

const plain = '零一二三四五六七八九';
const formal = '零壹贰叁肆伍陆柒捌玖';

/** The usual spelling: 零 for a gap, 十 alone below twenty. */
const spell = (value: number, digits: string, units: readonly string[], liang: boolean): string => {
  let text = '';
  let gap = false;
  for (const [at, size] of [1000, 100, 10, 1].entries()) {
    const digit = Math.floor(value / size) % 10;
    if (digit === 0) {
      gap = text !== '';
      continue;
    }
    if (gap) text += digits[0];
    gap = false;
    const isTeen = size === 10 && digit === 1 && text === '';
    const word = liang && digit === 2 && size >= 100 ? '两' : digits[digit];
    text += (isTeen ? '' : word) + (units[at] ?? '');
  }
  return text;
};

describe('Chinese numerals', () => {
  it('reads every spelling of 1 … 9999 back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.boolean(), (value, liang) => {
        expect(parseChineseNumeral(spell(value, plain, ['千', '百', '十', ''], liang))).toBe(value);
        expect(parseChineseNumeral(spell(value, formal, ['仟', '佰', '拾', ''], liang))).toBe(
          value,
        );
        const positional = [...String(value)].map((digit) => plain[Number(digit)]).join('');
        expect(parseChineseNumeral(positional)).toBe(value);
        expect(parseChineseNumeral(positional.replaceAll('零', '〇'))).toBe(value);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['一百零二', 102],
    ['一千零一', 1001],
    ['一百二', 120],
    ['一百二十', 120],
    ['两千', 2000],
    ['廿三', 23],
    ['卅', 30],
    ['一百廿五', 125],
    ['十', 10],
    ['一十', 10],
    ['一万零三', 10_003],
    ['一万二', 12_000],
    ['〇七', 7],
  ])('%s is %d', (text, value) => {
    expect(parseChineseNumeral(text)).toBe(value);
  });

  it.each(['', '第一', '一二十', '百千', '十十', 'x', '二廿', '零十零零五六百'])(
    '%j is none',
    (text) => {
      expect(parseChineseNumeral(text)).toBeNull();
    },
  );
});

describe('other numerals', () => {
  it('reads well-formed Roman numerals only', () => {
    expect(['I', 'iv', 'IX', 'XLII', 'mcmxcix'].map(parseRomanNumeral)).toEqual([
      1, 4, 9, 42, 1999,
    ]);
    expect(['', 'IIII', 'VX', 'hi'].map(parseRomanNumeral)).toEqual([null, null, null, null]);
  });

  it('reads English number words below one hundred', () => {
    expect(['One', 'twelve', 'Twenty-One', 'ninety nine'].map(parseEnglishNumber)).toEqual([
      1, 12, 21, 99,
    ]);
    expect(['', 'twenty-ten', 'three two', 'none'].map(parseEnglishNumber)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
