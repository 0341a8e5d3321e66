import { createRequire } from 'node:module';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createVocabularies, type Vocabularies } from '#main/context/tokens/vocabularies.ts';
import { createTokens } from '#main/context/tokens/index.ts';
import { cutLongRuns, longestRun } from '#main/context/tokens/runs.ts';
import { cutSentences } from '#main/context/tokens/sentences.ts';
import { splitParagraphs } from '#main/context/tokens/paragraphs.ts';

const library: typeof import('@dqbd/tiktoken') = createRequire(import.meta.url)('@dqbd/tiktoken');
const direct = {
  o200k_base: library.get_encoding('o200k_base'),
  cl100k_base: library.get_encoding('cl100k_base'),
};
const o200k = createTokens();
const cl100k = createTokens({ encoding: 'cl100k_base' });

afterAll(() => {
  for (const encoder of Object.values(direct)) encoder.free();
});

/** Everything that has ever moved a token border: line ends, slashes, indents, marks, emoji, special tokens. */
const fragment = fc.constantFrom(
  '\n',
  '\r\n',
  '\r',
  '\n\n',
  ' ',
  '  ',
  '\t',
  '\u3000\u3000',
  '\u00a0',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\v',
  '/',
  '//',
  '.',
  '?!',
  '；',
  '”',
  '。',
  '……',
  '！',
  '“',
  '—',
  '...',
  '"',
  "'s",
  "'LL",
  '*',
  '# ',
  '- ',
  '林远',
  '渡口的锣响了',
  '她',
  '龍',
  '𠮷',
  '👩‍👩‍👧',
  '😀',
  'e\u0301',
  '\u0301',
  '\ud800',
  '\udc00',
  '<|endoftext|>',
  '<|fim_prefix|>',
  'Ellery',
  ' is silent',
  'the',
  'NASA',
  'McKay',
  '2026',
  '１２',
  'ç',
  'Ω',
);
const long = fc
  .array(fragment, { minLength: 60, maxLength: 120 })
  .map((parts) => parts.filter((part) => !/[\n\r]/.test(part)).join(''));
const text = fc.oneof(
  long,
  fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.string({ unit: 'grapheme', maxLength: 20 }), { maxLength: 6 })
    .map((lines) => lines.join('\n')),
);

const sum = (paragraphs: { tokens: number }[]): number =>
  paragraphs.reduce((total, { tokens }) => total + tokens, 0);

describe('paragraphs', () => {
  it('join to the text, keep their line ends, and leave indents to the paragraph they begin', () => {
    const sample = '　　第一段。\n\n　　第二段。\r\n第三段';
    const parts = splitParagraphs(sample).map(({ start, end }) => sample.slice(start, end));
    expect(parts).toEqual(['　　第一段。\n\n', '　　第二段。\r\n', '第三段']);
    expect(splitParagraphs('')).toEqual([]);
    fc.assert(
      fc.property(text, (any) => {
        const ranges = splitParagraphs(any);
        expect(ranges.map(({ start, end }) => any.slice(start, end)).join('')).toBe(any);
        for (const { start, end } of ranges) expect(end).toBeGreaterThan(start);
      }),
    );
  });

  it('of some length are cut before stops that follow a letter, and nowhere else', () => {
    const short = '他来了。走了。';
    expect(cutSentences(short)).toEqual([short]);
    const long = `${'甲'.repeat(128)}。”乙?!丙…丁.5 戊`;
    expect(cutSentences(long)).toEqual(['甲'.repeat(128), '。”乙', '?!丙…丁', '.5 戊']);
  });

  it('are not cut where o200k lets punctuation swallow the slash of the next line', () => {
    expect(splitParagraphs('One.\n/two')).toHaveLength(1);
    expect(splitParagraphs('One.\ntwo')).toHaveLength(2);
  });
});

describe('createTokens', () => {
  it('S3-14 counts exactly as one full encode does, paragraph by paragraph (o200k and cl100k)', () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(o200k.count(any)).toBe(direct.o200k_base.encode_ordinary(any).length);
        expect(cl100k.count(any)).toBe(direct.cl100k_base.encode_ordinary(any).length);
        expect(sum(o200k.paragraphs(any))).toBe(o200k.count(any));
      }),
      { numRuns: 1500 },
    );
  });

  it('S3-14 counts very long sentences exactly, in pieces that end where a token does', () => {
    const clause = fc.oneof(
      fc.constantFrom(
        '林远没有说话只是看着雪',
        '，',
        ',',
        ' ',
        '  ',
        '…',
        '——',
        "'",
        "'s",
        '’',
        '”',
        '、',
      ),
      fc.constantFrom(
        ' the lamp was lit',
        "don't",
        ' 42',
        '7',
        'e\u0301',
        '\u0301',
        '𠮷',
        '👨‍👩‍👧',
        '/',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    );
    const sentence = fc
      .array(clause, { minLength: 120, maxLength: 260 })
      .map((parts) => parts.join('').replaceAll(/[\r\n]/gu, ''));
    fc.assert(
      fc.property(sentence, (any) => {
        const parts = cutSentences(any);
        expect(parts.join('')).toBe(any);
        fc.pre(cutLongRuns(any).length === 1);
        expect(o200k.count(any)).toBe(direct.o200k_base.encode_ordinary(any).length);
        expect(cl100k.count(any)).toBe(direct.cl100k_base.encode_ordinary(any).length);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['Chinese without punctuation', '雪还在下灯还亮着他说潮是半夜里涨上来的'],
    ['Chinese with commas alone', '雪还在下，灯还亮着，'],
    ['English without stops', 'the snow was falling and the lamp was lit '],
  ])(
    'S3-32 counts one endless paragraph of %s once: a stretch of it costs its last piece',
    (_, base) => {
      let units = 0;
      const tokens = createTokens({
        countTokens: (part) => {
          units += part.length;
          return part.length;
        },
      });
      // Numbered, so that no two pieces of it are alike.
      const endless = Array.from({ length: 5000 }, (_item, index) => {
        const number = String.fromCodePoint(0x4e00 + index);
        return base.endsWith(' ') ? `${base}${number} ` : `${number}${base}`;
      }).join('');
      expect(tokens.count(endless)).toBe(endless.length);
      expect(units).toBe(endless.length);
      units = 0;
      for (const length of [endless.length - 1, endless.length - 300, endless.length >> 1]) {
        expect(tokens.count(endless.slice(0, length))).toBe(length);
      }
      expect(units).toBeLessThan(3 * 600);
    },
  );

  it('S3-32 counts an endless paragraph ahead in small goes, between which others have their turn', async () => {
    let units = 0;
    const goes: number[] = [];
    const tokens = createTokens({
      countTokens: (part) => {
        units += part.length;
        return part.length;
      },
    });
    const endless = Array.from({ length: 60_000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
    ).join('');
    let done = false;
    const others = (): void => {
      goes.push(units - goes.reduce((sum, go) => sum + go, 0));
      if (!done) setImmediate(others);
    };
    setImmediate(others);
    await tokens.countAhead(`One.\n${endless}\nTwo.`);
    done = true;
    expect(Math.max(...goes)).toBeLessThanOrEqual(2 * 8192 + 512);
    expect(units).toBeGreaterThanOrEqual(endless.length);
    const ahead = units;
    expect(tokens.count(`One.\n${endless}\nTwo.`)).toBe(endless.length + 10);
    expect(units - ahead).toBeLessThan(600);
    await tokens.countAhead('One.\nTwo.');
    expect(units - ahead).toBeLessThan(600);
  });

  it('S3-14 counts special tokens as the text they are', () => {
    expect(o200k.count('<|endoftext|>')).toBe(7);
  });

  it('answers from the cache what it counted before', () => {
    let calls = 0;
    const tokens = createTokens({
      countTokens: (part) => {
        calls += 1;
        return part.length;
      },
    });
    const chapter = 'One.\nTwo.\nThree.';
    expect(tokens.count(chapter)).toBe(chapter.length);
    expect(tokens.paragraphs(chapter).map(({ tokens: cost }) => cost)).toEqual([5, 5, 6]);
    expect(calls).toBe(3);
    expect(tokens.count('One.\nTwo!\nThree.')).toBe(chapter.length);
    expect(calls).toBe(4);
    fc.assert(
      fc.property(text, (any) => {
        const fresh = createTokens({
          countTokens: (part) => direct.o200k_base.encode_ordinary(part).length,
        });
        expect(fresh.count(any)).toBe(o200k.count(any));
        expect(fresh.count(any)).toBe(fresh.count(any));
      }),
      { numRuns: 50 },
    );
  });

  it('counts one sentence again when one sentence of a long paragraph changed', () => {
    let calls = 0;
    const tokens = createTokens({
      countTokens: (part) => {
        calls += 1;
        return part.length;
      },
    });
    const sentences = Array.from({ length: 40 }, (_, index) => `第${index}盏灯亮了`);
    tokens.count(sentences.join('。'));
    expect(calls).toBe(40);
    sentences[20] = '第二十盏灯灭了';
    expect(tokens.count(sentences.join('。'))).toBe(sentences.join('。').length);
    expect(calls).toBe(41);
  });

  it('hands out paragraphs whose array the caller may change', () => {
    const first = o200k.paragraphs('One.\nTwo.');
    first.pop();
    expect(o200k.paragraphs('One.\nTwo.')).toHaveLength(2);
  });

  it('cuts unbroken runs, so that no encoder sees one longer than 256, and counts the truth but for a token a cut', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('林', ' ', '!', 'a', '𠮷', '1', '\n', 'e\u0301'),
        fc.integer({ min: 1, max: 1500 }),
        fc.constantFrom('', 'word ', '。', '\n'),
        (unit, length, frame) => {
          const long = frame + unit.repeat(length) + frame;
          const parts = cutLongRuns(long);
          expect(parts.join('')).toBe(long);
          for (const part of parts) {
            for (const run of part.matchAll(/[\p{L}\p{M}]+|\s+|[^\s\p{L}\p{N}]+/gu)) {
              expect(run[0].length).toBeLessThanOrEqual(longestRun);
            }
          }
          const truth = direct.o200k_base.encode_ordinary(long).length;
          const counted = o200k.count(long);
          // Merging pairs is not monotone: of 257 exclamation marks 256 and one take a token less than all at once.
          expect(counted).toBeGreaterThanOrEqual(truth - (parts.length - 1));
          expect(counted - truth).toBeLessThanOrEqual(Math.ceil(long.length / 100) + 1);
          expect(sum(o200k.paragraphs(long))).toBe(counted);
        },
      ),
      { numRuns: 60, examples: [['!', 257, '']] },
    );
  });

  it('S3-35 says TOKENIZER_UNAVAILABLE when the encoder throws or answers nonsense, and still has an estimate', () => {
    for (const countTokens of [
      () => {
        throw new Error('no memory');
      },
      () => -1,
      () => Number.NaN,
      () => 0.5,
    ]) {
      const tokens = createTokens({ countTokens });
      expect(() => tokens.count('text')).toThrowError(
        expect.objectContaining({ code: 'TOKENIZER_UNAVAILABLE' }),
      );
      expect(() => tokens.paragraphs('text')).toThrowError(
        expect.objectContaining({ code: 'TOKENIZER_UNAVAILABLE' }),
      );
      expect(tokens.countOrEstimate('text')).toBeGreaterThan(0);
    }
  });

  it('reads a vocabulary once for all that share it, and when it is first asked for', () => {
    const read: string[] = [];
    const vocabularies = createVocabularies();
    const watched: Vocabularies = {
      of(encoding) {
        read.push(encoding);
        return vocabularies.of(encoding);
      },
    };
    const standard = createTokens({ vocabularies: watched });
    const claude = createTokens({ model: 'claude-sonnet-4-5', vocabularies: watched });
    expect(read).toEqual([]);
    expect(standard.count('hello world')).toBe(2);
    expect(claude.count('hello world')).toBe(3);
    expect(read).toEqual(['o200k_base', 'o200k_base']);
    expect(vocabularies.of('o200k_base')).toBe(vocabularies.of('o200k_base'));
  });
});
