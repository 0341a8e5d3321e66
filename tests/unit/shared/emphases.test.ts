import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emphases, withoutMarks } from '#shared/emphases.ts';

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
