import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSavedChapters } from '#renderer/app/saved-chapters.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { ChapterCounts } from '#renderer/app/session.ts';

const chapters = (length: number): DocumentInfo[] =>
  Array.from({ length }, () => ({}) as DocumentInfo);
const counts = (wordCount: number): ChapterCounts => ({
  ...{ charCount: wordCount * 2, wordCount },
  modifiedAt: wordCount,
});

describe('what saves tell of the chapter that is being typed in [F22, F23]', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const watched = () => {
    const shown: [string, number][][] = [];
    const lists: number[] = [];
    const saved = createSavedChapters({
      list: (documents) => lists.push(documents.length),
      count: (chapters) =>
        shown.push([...chapters].map(([documentId, { wordCount }]) => [documentId, wordCount])),
    });
    return { shown, lists, saved };
  };

  it('draws nothing while keys come, and the last count when they rest', () => {
    const { shown, saved } = watched();
    for (let key = 0; key < 40; key += 1) {
      if (key % 18 === 0) saved.counted('a', counts(key));
      saved.typed();
      vi.advanceTimersByTime(90);
    }
    expect(shown).toEqual([]);
    vi.advanceTimersByTime(400);
    expect(shown).toEqual([[['a', 36]]]);
  });

  it('tells of chapters saved one after the other in one go [W2]', () => {
    const { shown, saved } = watched();
    for (const chapter of ['a', 'b', 'c', 'b']) {
      saved.counted(chapter, counts(shown.length + chapter.charCodeAt(0)));
      vi.advanceTimersByTime(100);
    }
    expect(shown).toEqual([]);
    vi.advanceTimersByTime(400);
    expect(shown).toEqual([
      [
        ['a', 97],
        ['b', 98],
        ['c', 99],
      ],
    ]);
  });

  it('is shown at once when another chapter is opened, and once only', () => {
    const { shown, saved } = watched();
    saved.counted('a', counts(3));
    saved.release();
    expect(shown).toEqual([[['a', 3]]]);
    vi.advanceTimersByTime(5000);
    expect(shown).toHaveLength(1);
  });

  it('does not come over a newer list of the chapters', () => {
    const { shown, lists, saved } = watched();
    saved.counted('a', counts(3));
    saved.listed(chapters(2));
    saved.typed();
    vi.advanceTimersByTime(5000);
    expect(shown).toEqual([]);
    expect(lists).toEqual([2]);
  });

  it('shows a list of the chapters at once, and of those that follow it the last [W2]', () => {
    const { shown, lists, saved } = watched();
    saved.listed(chapters(1));
    expect(lists).toEqual([1]);
    for (const length of [2, 3, 4]) {
      vi.advanceTimersByTime(100);
      saved.listed(chapters(length));
      saved.counted('a', counts(length));
    }
    expect(lists).toEqual([1]);
    vi.advanceTimersByTime(400);
    expect(lists).toEqual([1, 4]);
    expect(shown).toEqual([[['a', 4]]]);
    saved.listed(chapters(5));
    expect(lists).toEqual([1, 4, 5]);
  });

  it('is nothing once the book is closed', () => {
    const { shown, lists, saved } = watched();
    saved.counted('a', counts(3));
    saved.listed(chapters(2));
    saved.counted('a', counts(4));
    saved.drop();
    vi.advanceTimersByTime(5000);
    expect([shown, lists]).toEqual([[], []]);
  });
});
