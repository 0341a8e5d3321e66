import { describe, expect, it } from 'vitest';
import { namedUpTo } from '#renderer/features/codex/card/history.ts';

const mentions = [
  [1, 2],
  [4, 8],
  [9, 5],
].map(([chapter = 0, count = 0]) => ({
  ...{ documentId: `d${chapter}`, chapter, count, names: [], start: 0, end: 1 },
}));

describe('the small picture on the card of a name [W6]', () => {
  it('counts nothing that comes later than the chapter', () => {
    const { count, last, bars } = namedUpTo(mentions, 5);
    expect([count, last]).toEqual([10, 4]);
    expect(bars.map(({ height }) => height)).toEqual([0.25, 0, 0, 1, 0]);
  });

  it('knows of no chapter before the first', () => {
    expect(namedUpTo(mentions, 1)).toEqual({
      count: 2,
      last: null,
      bars: [{ chapter: 1, height: 1 }],
    });
    expect(namedUpTo([], 300).bars).toHaveLength(24);
  });
});
