import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addToDay, dayOf, wordsOfDay, type WordsOfDay } from '#renderer/app/words-of-day.ts';

const moment = fc.date({
  min: new Date(2020, 0, 1),
  max: new Date(2030, 0, 1),
  noInvalidDate: true,
});

describe('the words of a day', () => {
  it('are the net of what was written that day, whatever was written the days before (property) [F23]', () => {
    const writings = fc.array(fc.tuple(moment, fc.integer({ min: -50, max: 50 })), {
      minLength: 1,
    });
    fc.assert(
      fc.property(writings, (unordered) => {
        const inOrder = unordered.toSorted(([a], [b]) => a.getTime() - b.getTime());
        let kept: WordsOfDay | null = null;
        for (const [at, words] of inOrder) kept = addToDay(kept, dayOf(at), words);
        const last = dayOf(inOrder.at(-1)?.[0] ?? new Date());
        const ofLastDay = inOrder.filter(([at]) => dayOf(at) === last);
        expect(wordsOfDay(kept, last)).toBe(ofLastDay.reduce((sum, [, words]) => sum + words, 0));
      }),
    );
  });

  it('begin at nothing behind midnight, and words of the day before come too late to count [F23]', () => {
    const evening = addToDay(null, dayOf(new Date(2026, 8, 30, 23, 59)), 400);
    const midnight = dayOf(new Date(2026, 9, 1, 0, 1));
    expect(wordsOfDay(evening, midnight)).toBe(0);
    const morning = addToDay(evening, midnight, 7);
    expect(morning).toEqual({ day: '2026-10-01', words: 7 });
    expect(addToDay(morning, '2026-09-30', 12)).toBeNull();
  });

  it('take nothing from what is kept in another form [F23]', () => {
    expect(wordsOfDay({ day: '2026-10-1', words: 5 }, '2026-10-01')).toBe(0);
    expect(addToDay({ day: '2026-9-30', words: 5 }, '2026-10-01', 3)).toEqual({
      day: '2026-10-01',
      words: 3,
    });
    expect(addToDay('no', '2026-10-01', 3)).toEqual({ day: '2026-10-01', words: 3 });
  });
});
