import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRarity, pickSentence, sharedWords } from '#main/context/echoes/echo-words.ts';

const always = { isFree: () => true, weightOf: () => 1 };

describe('the words a sentence shares with a promise [N13]', () => {
  it('are parts of Chinese phrases, and English words in each of their forms', () => {
    expect(
      sharedWords('他没忘当年发誓的事，井底也去过。', ['发誓谁也不说', '井底', '钥匙']),
    ).toEqual(['发誓', '井底']);
    expect(sharedWords('She had been counting the stub.', ['count', 'stubs', 'page'])).toEqual([
      'count',
      'stubs',
    ]);
    expect(sharedWords('Old Pell came.', ['Old Pell', 'Old Finch'])).toEqual(['Old Pell']);
  });

  it('tell the more the fewer passages have them; what stands in the promise and once more tells most', () => {
    const passages = Array.from({ length: 100 }, (_, index) =>
      [index < 2 ? '铜钥匙 entailed' : '', index < 40 ? '说话 entail' : ''].join(' '),
    );
    const rarityOf = createRarity(passages);
    expect(rarityOf('铜钥匙')).toBe(1);
    expect(rarityOf('说话')).toBeLessThan(0.25);
    expect(rarityOf('entails')).toBeLessThan(0.25);
    // A letter with an accent begins a word like any other, and is no border within one.
    const accented = passages.map((_, index) => (index < 40 ? 'Élodie came.' : 'Réunion.'));
    expect(createRarity(accented)('Élodie')).toBeLessThan(0.25);
    expect(createRarity(accented)('union')).toBe(1);
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string({ minLength: 1 }), (texts, word) => {
        const rarity = createRarity(texts)(word);
        expect(rarity).toBeGreaterThanOrEqual(0);
        expect(rarity).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('choose the sentence that has most of them, never a title, never one that is taken', () => {
    const text = '# 井底的铜钥匙\n\n祠堂漏雨。他说起井底和祠堂。井底有水。';
    const words = ['井底', '祠堂'];
    const found = pickSentence(text, words, always);
    expect(found && text.slice(found.start, found.end)).toBe('他说起井底和祠堂。');
    const taken = pickSentence(text, words, {
      ...always,
      isFree: ({ start }) => start !== found?.start,
    });
    expect(taken && text.slice(taken.start, taken.end)).toBe('祠堂漏雨。');
    expect(pickSentence('没有一个字。', words, always)).toBeNull();
  });

  it('stand in the sentence that is proposed, whatever the text', () => {
    const piece = fc.constantFrom(
      '井底',
      '铜钥匙',
      '祠堂',
      '。',
      '\n',
      '风',
      'page ',
      'stubs ',
      '!',
    );
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece, { minLength: 1 }), (pieces, words) => {
        const text = pieces.join('');
        const found = pickSentence(text, words, always);
        if (!found) return;
        const sentence = text.slice(found.start, found.end);
        expect(sentence).toBe(sentence.trim());
        expect(found.shared.length).toBeGreaterThan(0);
        for (const word of found.shared) expect(sentence).toContain(word.trim());
      }),
    );
  });
});
