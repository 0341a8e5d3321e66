import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countChange } from '#main/base/text/count-change.ts';
import { countText } from '#shared/count-text.ts';

const wordCount = (text: string): number => countText(text).wordCount;

describe('words of a text that nobody watched being written [W3]', () => {
  it('are those it has more, and those it has no longer', () => {
    expect(countChange('', '潮水退了。')).toEqual({ added: 4, removed: 0 });
    expect(countChange('潮水退了。', '潮水又退了。')).toEqual({ added: 1, removed: 0 });
    expect(countChange('The tide went out.', 'The slow tide came in.')).toEqual({
      added: 3,
      removed: 2,
    });
  });

  it('are none where paragraphs only changed places', () => {
    const [first, second, third] = ['渡口的锣响了。', '母亲没有来。', '外海起了雾。'];
    const before = [first, second, third].join('\n\n');
    expect(countChange(before, [third, first, second].join('\n\n'))).toEqual({
      added: 0,
      removed: 0,
    });
  });

  it('leave the marks of Markdown out', () => {
    expect(countChange('潮水退了。', '**潮水**退了。<!-- 改过 -->')).toEqual({
      added: 0,
      removed: 0,
    });
  });

  it('are exactly the difference of the two counts, whatever the texts', () => {
    const piece = fc.constantFrom(
      '潮',
      '水',
      'tide ',
      'sea',
      '\n',
      '\n\n',
      '<!-- ',
      ' -->',
      '---\n',
      '*',
      '“',
    );
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
    const property = fc.property(text, text, (before, after) => {
      const { added, removed } = countChange(before, after);
      expect(Math.min(added, removed)).toBeGreaterThanOrEqual(0);
      expect(added - removed).toBe(wordCount(after) - wordCount(before));
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  it('count two novels that have nothing in common as one gone and one new', () => {
    const before = '甲'.repeat(6_000);
    expect(countChange(before, '乙'.repeat(9_000))).toEqual({ added: 9_000, removed: 6_000 });
  });
});
