import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptAround } from '#main/assistant/agent/tools/project/excerpt-around.ts';

const filler = 'The hens were fed and nobody said a word. '.repeat(40);

describe('what search_manuscript shows of a long passage [N16 S4-18]', () => {
  it('is the part with the words that were asked for, wherever they stand', () => {
    const passage = `${filler}A gooseberry pie was eaten by a goblin.`;
    const { excerpt, from, cut } = excerptAround(passage, 'gooseberry pie goblin', 800);
    expect(excerpt).toContain('A gooseberry pie was eaten by a goblin.');
    expect(excerpt.startsWith('…')).toBe(true);
    expect(passage.slice(from)).toContain(excerpt.slice(1));
    expect(cut).toBe(true);
  });

  it('is found by pairs of Chinese characters, and where all words stand rather than where the first one does', () => {
    const lines = '雪落了一夜，谁也没有出门。'.repeat(80);
    const passage = `钥匙。${lines}林远把铜钥匙藏进了井底的石缝里。${lines}`;
    const { excerpt } = excerptAround(passage, '铜钥匙藏在井底', 400);
    expect(excerpt).toContain('林远把铜钥匙藏进了井底');
  });

  it('is the beginning where none of the words stands in it', () => {
    expect(excerptAround(filler, 'zebra', 100)).toMatchObject({ from: 0, cut: true });
    expect(excerptAround('short', 'zebra', 100)).toEqual({ from: 0, excerpt: 'short', cut: false });
  });

  it('is never longer than it may be, stands in the passage, and tears no character', () => {
    const text = fc
      .array(fc.constantFrom('林', 'a', ' ', '。', '👩‍👩‍👧', 'é', 'ж', 'İ'))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 40 }), (passage, query, length) => {
        const { excerpt, from, cut } = excerptAround(passage, query, length);
        const bare = cut ? excerpt.replace(/^…/u, '').replace(/…$/u, '') : excerpt;
        expect(bare.length).toBeLessThanOrEqual(length);
        expect(passage.startsWith(bare, from)).toBe(true);
        expect(bare.isWellFormed()).toBe(true);
      }),
    );
  });
});
