import '#tests/helpers/property-seed.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsOfEq } from '#main/book/import/formats/eq-field.ts';

const escaped = (words: string): string => words.replace(/[\\(),;]/g, (sign) => `\\${sign}`);

describe('the words of a formula field', () => {
  it.each([
    [
      ' EQ \\* jc2 \\* "Font:MS Mincho" \\* hps10 \\o\\ad(\\s\\up 9(かんじ),漢字) ',
      '漢字（かんじ）',
    ],
    ['eq \\o(\\s\\up9(hàn),汉)', '汉（hàn）'],
    [' EQ \\O \\ad ( \\s \\up 9 (かんじ) , 漢字 ) \\* MERGEFORMAT', '漢字（かんじ）'],
    ['EQ \\o\\ad(\\s\\up 9(かんじ);漢字)', '漢字（かんじ）'],
    ['EQ \\o\\ad(\\s\\up 9(),漢字)', '漢字'],
    ['EQ \\o\\ac(○,王)', '王'],
    ['EQ \\o\\ac(□,10)', '10'],
    ['EQ \\o(\\s\\up 5(甲乙),\\s\\do 2(丙丁))', '甲乙丙丁'],
    ['EQ \\f(1,2)', '1/2'],
    ['EQ \\b\\lc\\{\\rc\\}(\\l(A,B))', 'A,B'],
    ['EQ \\s\\up8(UB)\\do8(2)', 'UB2'],
    ['EQ \\o\\ad(\\s\\up 9(a \\(b\\)),c(d)', 'c(d)（a (b)）'],
    ['EQ \\d\\fo10 ()', null],
    ['EQUAL \\o\\ac(○,王)', null],
    ['HYPERLINK "x"', null],
    ['', null],
  ])('are read: %s [B10]', (instruction, words) => {
    expect(wordsOfEq(instruction)).toBe(words);
  });

  it('are the reading behind its words, whatever both are [B10]', () => {
    const words = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .map((text) => text.trim())
      .filter((text) => text !== '' && !/\n|\r|[\u2028\u2029]/u.test(text));
    fc.assert(
      fc.property(words, words, (reading, base) => {
        const instruction = `EQ \\* jc2 \\* hps10 \\o\\ad(\\s\\up 9(${escaped(reading)}),${escaped(base)})`;
        expect(wordsOfEq(instruction)).toBe(`${base}（${reading}）`);
      }),
    );
  });

  it('are words or none for whatever stands there, and nothing is added but brackets and borders [B10]', () => {
    const parts = fc.constantFrom(
      ...['\\o', '\\s', '\\up 9', '\\', '(', ')', ',', ';', '"', '\\*', ' ', '漢', '\\('],
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), (some) => {
        const words = wordsOfEq(`EQ ${some.join('')}`) ?? '';
        const count = some.filter((part) => part === '漢').length;
        expect(words.split('漢').length - 1).toBeLessThanOrEqual(count);
      }),
    );
  });
});
