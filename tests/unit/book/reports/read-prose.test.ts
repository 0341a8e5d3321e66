import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSlips } from '#main/book/reports/find-slips.ts';
import { findTypos } from '#main/book/reports/find-typos.ts';
import { createListFinder } from '#main/book/reports/find-watched.ts';
import { maskMarkup } from '#main/base/prose/mask-markup.ts';
import { createProseReader } from '#main/book/reports/read-prose.ts';
import { createWordSplitter } from '#main/book/reports/split-words.ts';
import { paragraphsOf } from '#main/base/prose/paragraphs.ts';

const slipsOf = (text: string): string[] =>
  findSlips(text, paragraphsOf(text, 'latin')).map(
    ({ remark, start, end, right }) => `${remark} ${text.slice(start, end)}${right && `>${right}`}`,
  );
const typosOf = (text: string): string[] =>
  findTypos(text).map(({ start, end, right }) => `${text.slice(start, end)}>${right}`);
const wordsOf = (text: string): string[] => {
  const words: string[] = [];
  createWordSplitter()(text, (word, start, end) => {
    expect(text.slice(start, end)).toBe(word);
    words.push(word);
  });
  return words;
};

/** Texts with what the rules look for. */
const prose = fc
  .array(
    fc.constantFrom(
      '雪',
      '灯',
      '“',
      '”',
      '。',
      '，',
      ',',
      '"',
      'the ',
      'Ann’s',
      '\n',
      '\n\n',
      '# ',
      '<!--',
      '-->',
      '𠮷',
      ' ',
      '…',
      '—',
      '---\n',
      '***\n',
    ),
    { maxLength: 80 },
  )
  .map((parts) => parts.join(''));

describe('what reports read of a chapter', () => {
  it('has every word, sentence, paragraph, quotation and slip at its place, in order, for any text [W7]', () => {
    const read = createProseReader();
    fc.assert(
      fc.property(prose, (text) => {
        const masked = maskMarkup(text);
        expect(masked).toHaveLength(text.length);
        const { words, tokens, starts, ends, sentences, paragraphs, slips } = read(text);
        const list = words.split('\n');
        for (const [at, token] of tokens.entries()) {
          const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
          expect(text.slice(start, end).toLowerCase()).toBe(list[token]);
          expect(start).toBeGreaterThanOrEqual(ends[at - 1] ?? 0);
        }
        for (const spans of [sentences, paragraphs]) {
          for (let at = 0; at < spans.length; at += 4) {
            const [start = 0, end = 0, first = 0, last = 0] = spans.subarray(at, at + 4);
            expect([starts[first], (ends[last - 1] ?? 0) <= end]).toEqual([
              expect.any(Number),
              true,
            ]);
            expect(starts[first]).toBeGreaterThanOrEqual(start);
          }
        }
        for (const { start, end } of slips) expect(text.slice(start, end)).not.toBe('');
      }),
    );
  });

  it('leaves out headings, scene breaks, comments and front matter [W7]', () => {
    const text = '---\ntitle: 雪夜\n---\n# 第一章 雪夜\n\n灯亮。<!-- 门 -->\n\n* * *\n\n人来。\n';
    const { words, tokens } = createProseReader()(text);
    expect(Array.from(tokens, (token) => words.split('\n')[token])).toEqual([
      '灯',
      '亮',
      '人',
      '来',
    ]);
  });

  it('cuts Chinese by its dictionary and English by its letters, runs without end too [W7]', () => {
    expect(wordsOf('他忽然想起母亲。\nAnn’s well-made box, isn’t it?')).toEqual([
      ...['他', '忽然', '想起', '母亲'],
      ...['Ann’s', 'well-made', 'box', 'isn’t', 'it'],
    ]);
    expect(wordsOf('忽然'.repeat(3000)).join('')).toBe('忽然'.repeat(3000));
  });
});

describe('slips', () => {
  it('of Chinese punctuation are told with what they should be, and what is meant is not [W7]', () => {
    expect(slipsOf('雪停了,灯亮着.“走吧!')).toEqual([
      ...['halfWidth ,>，', 'halfWidth .>。', 'unbalanced “', 'halfWidth !>！'],
    ]);
    expect(slipsOf('他说…然后。。“好”—雪,')).toEqual([
      ...['ellipsis …>……', 'doubled 。。', 'dash —>——', 'halfWidth ,>，'],
    ]);
    expect(slipsOf('“走！”他说……“走——”雪停了？！3.5米，12:30，v2.0。')).toEqual([]);
    expect(slipsOf('“一\n\n“二。”')).toEqual([]);
    expect(slipsOf('一。” 二')).toEqual(['unbalanced ”']);
  });

  it('of English punctuation are told, and what is meant is not [W7]', () => {
    expect(slipsOf('Snow , and ice,, too。 She  left.')).toEqual([
      ...['spaceBefore  ', 'doubled ,,', 'fullWidth 。', 'doubleSpace   '],
    ]);
    expect(slipsOf('"Go on, he said.')).toEqual(['unbalanced "']);
    expect(
      slipsOf('"Go on.\n\n"And then," he said. It was... late.  She left, etc., at 3.5.'),
    ).toEqual([]);
  });

  it('of the hand are candidates with the right form, and look-alikes are left alone [W7]', () => {
    expect(typosOf('时侯不早，他既使迫不急待也的的走。')).toEqual([
      ...['时侯>时候', '既使>即使', '迫不急待>迫不及待', '的的>'],
    ]);
    expect(typosOf('当时侯爷的的确确地地道道，和和气气。')).toEqual([]);
    expect(typosOf('将将就就地娶了，两口儿和和顺顺。他就就走。')).toEqual(['就就>']);
    expect(typosOf('It may teach her her own insignificance.')).toEqual([]);
    expect(typosOf('I could of seen the the wierd box.')).toEqual([
      ...['could of>could have', 'the the>', 'wierd>weird'],
    ]);
    expect(typosOf('He had had that; so so. Anne anneals.')).toEqual([]);
  });

  it('watched words are found longest first, in any case, Latin ones as whole words [W7]', () => {
    const text = 'The Bloody blood 血色浪漫里的血。';
    const places = createListFinder(['血', '血色', 'blood'])(text);
    const found: string[] = [];
    for (let at = 0; at < places.length; at += 3) {
      found.push(`${places[at]} ${text.slice(places[at + 1], places[at + 2])}`);
    }
    expect(found).toEqual(['2 blood', '1 血色', '0 血']);
  });
});
