import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passagesOf } from '#renderer/features/palette/passages.ts';
import type { SearchHit } from '#shared/domain/retrieval.ts';

const hit = (documentId: string, chapter: number, start: number, text: string): SearchHit => ({
  chunkId: `${documentId}-${start}`,
  documentId,
  chapter,
  start,
  end: start + text.length,
  text,
  paragraph: 1,
  score: 1,
  matched: [],
});

describe('words found in the book', () => {
  it('F24 keeps the hits with the very words, in the order of the book', () => {
    const hits = [
      hit('b', 2, 40, 'Before the others came she took the Lamp again.'),
      hit('a', 1, 0, 'A lamp burned.'),
      hit('a', 1, 90, 'A light burned.'),
    ];
    expect(passagesOf(hits, ' lamp ')).toEqual([
      { documentId: 'a', start: 2, end: 6, before: 'A ', words: 'lamp', after: ' burned.' },
      {
        documentId: 'b',
        start: 76,
        end: 80,
        before: '…came she took the ',
        words: 'Lamp',
        after: ' again.',
      },
    ]);
  });

  it('F24 shows a place once when passages of the index overlap', () => {
    const hits = [hit('a', 1, 0, '雪落了一夜。灯还亮着。'), hit('a', 1, 6, '灯还亮着。门开着。')];
    expect(passagesOf(hits, '灯还亮')).toHaveLength(1);
  });

  it('F24 leaves titles to the chapters, and shows no more than the paragraph', () => {
    const text = '# 第一章 灯火\n\n窗外。\n\n灯火还亮着。\n\n门开着。';
    const start = text.lastIndexOf('灯火');
    expect(passagesOf([hit('a', 1, 0, text)], '灯火')).toEqual([
      { documentId: 'a', start, end: start + 2, before: '', words: '灯火', after: '还亮着。' },
    ]);
  });

  it('shows whole words around the place, and says where it leaves something out [F24]', () => {
    const text = `${'never '.repeat(9)}the lamp${' and then the other'.repeat(9)}.`;
    const [english] = passagesOf([hit('a', 1, 0, text)], 'lamp');
    expect(english?.before).toBe('…never never never the ');
    expect(english?.after).toBe(`${' and then the other'.repeat(4)} and then the…`);
    const chinese = passagesOf([hit('a', 1, 0, `${'雪落了一夜'.repeat(4)}灯火亮着。`)], '灯火');
    expect(chinese[0]?.before).toBe('…一夜雪落了一夜雪落了一夜');
  });

  it('finds words over marks of emphasis, which the page hides, and shows none of them [F24]', () => {
    const text = '**司马**说：“*never* again”，司马说。';
    const found = (query: string) =>
      passagesOf([hit('a', 1, 0, text)], query).map(({ start, end, words }) => [
        text.slice(start, end),
        words,
      ]);
    expect(found('司马说')).toEqual([
      ['司马**说', '司马说'],
      ['司马说', '司马说'],
    ]);
    expect(found('never again')).toEqual([['never* again', 'never again']]);
    expect(found('*never*')).toEqual([['*never*', '*never*']]);
  });

  it('F24 finds words over the ends of lines that were broken by hand, and marks all of them', () => {
    const text = '雪夜里守钟\n人把铜铃藏了。\n\nthe old brass\n  lamp burned.\n\n守\n\n钟人';
    const start = text.indexOf('守钟');
    expect(passagesOf([hit('a', 1, 7, text)], '守钟人')).toEqual([
      {
        ...{ documentId: 'a', start: 7 + start, end: 7 + start + 4 },
        ...{ before: '雪夜里', words: '守钟人', after: '把铜铃藏了。' },
      },
    ]);
    const [lamp] = passagesOf([hit('a', 1, 0, text)], 'brass lamp');
    expect(lamp).toMatchObject({ before: 'the old ', words: 'brass lamp', after: ' burned.' });
    expect(text.slice(lamp?.start, lamp?.end)).toBe('brass\n  lamp');
  });

  it('F24 marks exactly what was looked for, wherever its lines are broken', () => {
    const word = fc.array(fc.constantFrom('雪', '夜', '钟', '铃', '𠮷'), {
      ...{ minLength: 2, maxLength: 6 },
    });
    fc.assert(
      fc.property(word, fc.array(fc.boolean()), (signs, breaks) => {
        const written = signs
          .map((sign, at) => (breaks[at] && at < signs.length - 1 ? `${sign}\n` : sign))
          .join('');
        const text = `门开了，${written}。`;
        const found = passagesOf([hit('a', 1, 0, text)], signs.join(''));
        expect(found.map(({ start, end }) => text.slice(start, end))).toContain(written);
        expect(found[0]?.words).toBe(signs.join(''));
      }),
    );
  });

  it('F24 takes every sign of the query as it stands', () => {
    expect(passagesOf([hit('a', 1, 0, 'Who? (No one.)')], '? (')).toMatchObject([{ start: 3 }]);
  });

  it('F24 names the place where the words stand in the text, whatever the text', () => {
    const prose = fc
      .array(fc.constantFrom('雪', '停了', 'a', 'B', ' ', '\n', '😀', 'ſ'), { maxLength: 20 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(prose, prose, fc.nat(500), (before, after, start) => {
        const text = `${before}灯火x${after}`;
        const [passage] = passagesOf([hit('a', 1, start, text)], '灯火X');
        expect(passage).toMatchObject({ start: start + before.length, words: '灯火x' });
        expect((passage?.end ?? 0) - (passage?.start ?? 0)).toBe(3);
      }),
    );
  });
});
