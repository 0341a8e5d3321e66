import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitToFit } from '#main/ai/synopses/split-to-fit.ts';

/** A token a code unit, as the dearest way to count. */
const count = (text: string): number => text.length;
const bare = (text: string): string => text.replace(/\s/gu, '');

const prose = fc
  .array(
    fc.constantFrom(
      '雪落了一夜。',
      '灯灭了',
      '“走吧！”',
      'The ferry left. ',
      '👩‍👩‍👧',
      '\n',
      '\n\n',
    ),
    {
      maxLength: 200,
    },
  )
  .map((pieces) => pieces.join(''));

it('parts a text without losing a word or passing the limit, in order [E3]', () => {
  fc.assert(
    fc.property(prose, fc.integer({ min: 20, max: 400 }), (text, limit) => {
      const parts = splitToFit(text, limit, count);
      expect(bare(parts.join(''))).toBe(bare(text));
      for (const part of parts) expect(count(part)).toBeLessThanOrEqual(limit);
      if (text.length <= limit) expect(parts).toEqual([text]);
    }),
  );
});

it('parts between paragraphs where it can, then between sentences', () => {
  expect(splitToFit('雪落了。\n\n灯灭了。', 6, count)).toEqual(['雪落了。', '灯灭了。']);
  expect(splitToFit('雪落了。灯灭了。', 6, count)).toEqual(['雪落了。', '灯灭了。']);
});
