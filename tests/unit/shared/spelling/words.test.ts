import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKnownWords } from '#shared/spelling/known-words.ts';
import { wordsIn } from '#shared/spelling/words.ts';

const words = (text: string) => wordsIn(text).map(({ word }) => word);

describe('the words a spelling check looks at', () => {
  it('are words of Latin letters, apostrophes with them [W5]', () => {
    expect(words('She didn’t say “naïve”, well-known as it was; rock’n’roll.')).toEqual([
      ...['She', 'didn’t', 'say', 'naïve', 'well', 'known', 'as', 'it', 'was', 'rock’n’roll'],
    ]);
  });

  it('are none of Chinese, numbers, addresses, shouts, single letters or pieces of a word [W5]', () => {
    expect(words('林远说：HELLO，第2nd章 A4 的 x。')).toEqual([]);
    expect(words('mail ann@exmple.org or www.exmple.org/teh, @teh')).toEqual(['mail', 'or']);
    expect(words('un*believ*able')).toEqual([]);
    expect(words('an *italik* one')).toEqual(['an', 'italik', 'one']);
    expect(words('‘quoted’ words')).toEqual(['quoted', 'words']);
  });

  it('stand between characters of a script without spaces too [W5 W7]', () => {
    expect(words('他说hello就走了，手里拿着iPhon。第2nd章，写信给ann@exmple.org')).toEqual([
      ...['hello', 'iPhon'],
    ]);
  });

  it('are found in one reading of a long text without spaces [W7]', () => {
    const started = performance.now();
    expect(words(`${'雪落了一夜。'.repeat(100_000)}teh`)).toEqual(['teh']);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('stand where they say', () => {
    const piece = fc.constantFrom(
      'a',
      'teh',
      '’',
      "'",
      ' ',
      '雪',
      '*',
      '_',
      '.',
      '1',
      '@',
      'É',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        let end = -1;
        for (const { word, from, to } of wordsIn(text)) {
          expect(text.slice(from, to)).toBe(word);
          expect(from).toBeGreaterThan(end);
          end = to;
        }
      }),
    );
  });
});

describe('the words a book knows', () => {
  const isKnown = createKnownWords(['grimoire', 'Ysolde’s'], ['Ann Weatherby', 'Skarð', 'Jones']);

  it('are those it was taught and the parts of the names of its codex [W5]', () => {
    for (const word of ['grimoire', 'Grimoire', 'Ann', 'Weatherby', 'Skarð', 'Ysolde’s']) {
      expect([word, isKnown(word)]).toEqual([word, true]);
    }
  });

  it('stand as possessives too, with either apostrophe', () => {
    for (const word of ['Weatherby’s', "Weatherby's", 'Jones’', 'grimoire’s']) {
      expect([word, isKnown(word)]).toEqual([word, true]);
    }
  });

  it('are no others: a name in small letters is a slip', () => {
    for (const word of ['weatherby', 'Weatherbey', 'An', 'Weather']) {
      expect([word, isKnown(word)]).toEqual([word, false]);
    }
  });
});
