import { describe, expect, it } from 'vitest';
import { wordsOf } from '#main/book/days/words-of.ts';

describe('whose words they are [W3]', () => {
  const texts = { before: '潮水退了。', after: '潮水退了。外海起雾。', words: null };

  it('keeps what was accepted apart from what was written', () => {
    const none = { typed: 0, removed: 0, pasted: 0, accepted: 0, imported: 0 };
    expect(wordsOf({ ...texts, by: 'writer' })).toEqual({ ...none, typed: 4 });
    expect(wordsOf({ ...texts, by: 'model' })).toEqual({ ...none, accepted: 4 });
  });

  it('believes the page, which saw every key and each step taken back', () => {
    const words = { typed: 9, removed: 5, pasted: 0, accepted: -3 };
    expect(wordsOf({ ...texts, by: 'writer', words })).toMatchObject(words);
  });
});
