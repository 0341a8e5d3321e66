import fc from 'fast-check';
import { shareOf } from '#renderer/app/chapter-axis.ts';
import { describe, expect, it } from 'vitest';
import {
  aliasRows,
  barsOf,
  chapterAt,
  type ChapterMentions,
  middleOf,
  ticksOf,
} from '#renderer/features/codex/world/map-geometry.ts';

const mention = (chapter: number, names: Record<string, number>): ChapterMentions => ({
  documentId: `d${chapter}`,
  chapter,
  count: Object.values(names).reduce((sum, count) => sum + count, 0),
  names: Object.entries(names).map(([name, count]) => ({ name, count })),
  start: 0,
  end: 1,
});

describe('the map of mentions [W6]', () => {
  it('draws the chapter that names an entry most as the whole height, and one mention as something', () => {
    const bars = barsOf([mention(2, { 林远: 1 }), mention(5, { 林远: 400 })], 10);
    expect(bars.map(({ chapter, height }) => [chapter, height])).toEqual([
      [2, 3],
      [5, 100],
    ]);
  });

  it('keeps every bar within its chapter, at any length of the book', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(), (chapters, seed) => {
        const chapter = (seed % chapters) + 1;
        const [bar] = barsOf([mention(chapter, { a: 3 })], chapters);
        const { x = -1, width = -1 } = bar ?? {};
        expect(x).toBeGreaterThanOrEqual(shareOf(chapter - 1, chapters) - 0.001);
        expect(x + width).toBeLessThanOrEqual(shareOf(chapter, chapters) + 0.002);
        expect(chapterAt(middleOf(chapter, chapters) / 100, chapters)).toBe(chapter);
      }),
    );
  });

  it('has a row for each alias, the most used first, and none for the name itself', () => {
    const rows = aliasRows(
      [mention(1, { 林远: 9, 阿远: 1 }), mention(3, { 阿远: 2, 林先生: 1 })],
      '林远',
      4,
    );
    expect(rows.map(({ name, count, squares }) => [name, count, squares.length])).toEqual([
      ['阿远', 3, 2],
      ['林先生', 1, 1],
    ]);
  });

  it('numbers the axis without laying numbers upon each other, and ends within the book', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), (chapters) => {
        const ticks = ticksOf(chapters);
        expect(ticks[0]).toBe(1);
        expect(Math.max(...ticks)).toBeLessThanOrEqual(chapters);
        expect(ticks.length).toBeLessThanOrEqual(26);
      }),
    );
  });
});
