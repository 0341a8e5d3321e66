import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emphases, withoutMarks } from '#shared/emphases.ts';
import '#tests/helpers/property-seed.ts';

describe('a line as it is shown outside of its page', () => {
  it('has no marks of emphasis, also where it was cut in the middle of it [W7]', () => {
    expect(withoutMarks(['for _your_ sake ', '*and', ' mine*, snake_case'])).toEqual([
      'for your sake ',
      'and',
      ' mine, snake_case',
    ]);
  });

  it('has every other character, in its piece [W7]', () => {
    const piece = fc.string({
      unit: fc.constantFrom('a', '潮', ' ', '*', '_', '，'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
        const shown = withoutMarks(pieces);
        expect(shown.map((one) => one.replace(/[*_]/g, ''))).toEqual(
          pieces.map((one) => one.replace(/[*_]/g, '')),
        );
        const line = pieces.join('');
        const marks = emphases(line).reduce((sum, { mark }) => sum + 2 * mark, 0);
        expect(shown.join('').length).toBe(line.length - marks);
      }),
    );
  });
});

describe('masked words and blanks', () => {
  const shown = (line: string): string => withoutMarks([line])[0] ?? '';

  it.each([
    '密码是***，不是****。',
    '他骂道：“你他**的王八***！”',
    '“操你***，滚你**的！”',
    'He called him a b***h and a c*nt.',
    '我叫___，今年__岁。',
    '姓名___，年龄__，性别____。',
  ])('stay on the page where they are of unequal length: %s [F22]', (line) => {
    expect(shown(line)).toBe(line);
  });

  it('stay in words that are emphasised themselves [F22]', () => {
    expect(shown('*What the f*** is this?* he said.')).toBe('What the f*** is this? he said.');
    expect(shown('**“去你***的！”**他说。')).toBe('“去你***的！”他说。');
    expect(shown('*甲***乙**，密码是***。')).toBe('甲乙，密码是***。');
  });

  it('stay between characters of Han, whatever their lengths are [F22]', () => {
    const words = fc.constantFrom('潮', '李先生', '他说：');
    const lengths = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(words, words, lengths, fc.constantFrom('*', '_'), (before, word, all, mark) => {
        const [first = '', second = ''] = all.map((length) => mark.repeat(length));
        const line = `${before}${first}${word}${second}潮`;
        expect(shown(line)).toBe(line);
      }),
    );
  });

  it('and marks are told apart run by run: none is shown in part [F22]', () => {
    const piece = fc.constantFrom('潮', 'a', ' ', '，', '*', '**', '***', '__', '_');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
        const line = pieces.join('');
        const marks = new Set<number>();
        for (const { from, to, mark } of emphases(line)) {
          for (let at = 0; at < mark; at += 1) marks.add(from + at).add(to - 1 - at);
        }
        for (const { index, 0: run } of line.matchAll(/\*+|_+/g)) {
          const hidden = [...run].filter((_, at) => marks.has(index + at)).length;
          expect([0, run.length]).toContain(hidden);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
