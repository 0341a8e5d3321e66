import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSavedCounts, type SavedCounts } from '#renderer/app/saved-counts.ts';

const counts = (wordCount: number): SavedCounts => ({ charCount: wordCount * 2, wordCount });

describe('what saves tell of the chapter that is being typed in [F22, F23]', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const watched = () => {
    const shown: [string, number][] = [];
    const saved = createSavedCounts((documentId, { wordCount }) => {
      shown.push([documentId, wordCount]);
    });
    return { shown, saved };
  };

  it('draws nothing while keys come, and the last count when they rest', () => {
    const { shown, saved } = watched();
    for (let key = 0; key < 40; key += 1) {
      if (key % 18 === 0) saved.hold('a', counts(key));
      saved.typed();
      vi.advanceTimersByTime(90);
    }
    expect(shown).toEqual([]);
    vi.advanceTimersByTime(400);
    expect(shown).toEqual([['a', 36]]);
  });

  it('is shown at once when another chapter is opened, and once only', () => {
    const { shown, saved } = watched();
    saved.hold('a', counts(3));
    saved.release();
    expect(shown).toEqual([['a', 3]]);
    vi.advanceTimersByTime(5000);
    expect(shown).toHaveLength(1);
  });

  it('does not come over a newer list of the chapters', () => {
    const { shown, saved } = watched();
    saved.hold('a', counts(3));
    saved.drop();
    saved.typed();
    vi.advanceTimersByTime(5000);
    expect(shown).toEqual([]);
  });
});
