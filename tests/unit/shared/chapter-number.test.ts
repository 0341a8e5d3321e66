import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chapterWords } from '#shared/chapter-number.ts';
import { chineseNumeral } from '#shared/chinese-numeral.ts';
import { foldText, holdsWords } from '#renderer/i18n/fold-text.ts';

const digits = '零一二三四五六七八九';
const units: Record<string, number> = { 十: 10, 百: 100, 千: 1000, 万: 10_000 };

/** Reads a numeral the schoolbook way: a digit times the unit after it, 万 closing what stands before. */
const numberOf = (numeral: string): number => {
  let total = 0;
  let digit = 0;
  for (const character of numeral) {
    const unit = units[character];
    if (unit === undefined) digit = digits.indexOf(character);
    else if (unit === 10_000) {
      total = (total + digit) * unit;
      digit = 0;
    } else {
      total += (digit === 0 ? 1 : digit) * unit;
      digit = 0;
    }
  }
  return total + digit;
};

describe('chapter numbers in words', () => {
  it.each([
    [1, '一'],
    [10, '十'],
    [12, '十二'],
    [20, '二十'],
    [100, '一百'],
    [102, '一百零二'],
    [110, '一百一十'],
    [1005, '一千零五'],
    [10_010, '一万零一十'],
  ])('%i is %s', (value, words) => {
    expect(chineseNumeral(value)).toBe(words);
  });

  it('reads back as the number it was, for every chapter there can be', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), (value) => {
        expect(numberOf(chineseNumeral(value))).toBe(value);
        expect(chineseNumeral(value)).not.toMatch(/零零|零$/);
      }),
    );
  });

  it('names a chapter in either language', () => {
    expect([chapterWords(9, 'zh-CN'), chapterWords(9, 'en')]).toEqual(['第九章', 'chapter 9']);
  });
});

describe('finding words in a list', () => {
  it('minds neither case, width nor accents', () => {
    expect(foldText('Ｃａｆé')).toBe('cafe');
    expect(holdsWords('Third person, past tense.', 'PAST person')).toBe(true);
    expect(holdsWords('第一人称，只写阿禾', '阿禾')).toBe(true);
    expect(holdsWords('anything', '  ')).toBe(true);
    expect(holdsWords('第一人称', '第二')).toBe(false);
  });
});
