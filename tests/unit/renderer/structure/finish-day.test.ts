import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finishDay } from '#renderer/features/structure/finish-day.ts';
import { addDays } from '#shared/calendar-day.ts';
import type { DayOfWriting } from '#shared/domain/days.ts';

const today = '2026-10-06';
const dayAgo = (ago: number, written: number, removed = 0): DayOfWriting => ({
  ...{ day: addDays(today, -ago), written, removed, pasted: 0, accepted: 0, imported: 0 },
  ...{ counted: Math.max(0, written - removed), hours: [], chapters: [] },
});
const logOf = (days: readonly DayOfWriting[]) => days.toSorted((a, b) => (a.day < b.day ? -1 : 1));

describe('the day a book will be finished [W3]', () => {
  it('is told by what was written in the last thirty days, those of rest among them', () => {
    // Long at it: 6,000 words in thirty days are 200 a day.
    const log = logOf([dayAgo(45, 800), dayAgo(20, 3_000), dayAgo(11, 2_000), dayAgo(2, 1_000)]);
    expect(finishDay(2_000, today, log)).toEqual({ day: addDays(today, 10), days: 30 });
  });

  it('is measured from the first day of who began within them', () => {
    const log = logOf([dayAgo(10, 1_000), dayAgo(5, 500), dayAgo(1, 500)]);
    expect(finishDay(1_000, today, log)).toEqual({ day: addDays(today, 5), days: 10 });
  });

  it('takes off what was cut, and does not count today, which is not over', () => {
    const log = [dayAgo(10, 1_000), dayAgo(5, 800, 900), dayAgo(1, 500, 400), dayAgo(0, 9_000)];
    expect(finishDay(1_000, today, logOf(log))).toEqual({ day: addDays(today, 10), days: 10 });
  });

  it('is not told where too little was written to tell, nothing is left, or more was cut', () => {
    const enough = [dayAgo(10, 1_000), dayAgo(5, 500), dayAgo(1, 500)];
    expect(finishDay(1_000, today, [])).toBeNull();
    expect(finishDay(1_000, today, logOf(enough.slice(1)))).toBeNull();
    expect(finishDay(1_000, today, logOf([dayAgo(3, 9), dayAgo(2, 9), dayAgo(1, 9)]))).toBeNull();
    expect(finishDay(0, today, logOf(enough))).toBeNull();
    expect(finishDay(1_000, today, logOf([...enough, dayAgo(4, 1, 5_000)]))).toBeNull();
    expect(finishDay(90_000_000, today, logOf(enough))).toBeNull();
    // Only pasted: nobody wrote that.
    const pasted = enough.map((one) => ({ ...one, written: 0, pasted: 900 }));
    expect(finishDay(1_000, today, logOf(pasted))).toBeNull();
  });

  it('lies ahead, and the farther the more is left', () => {
    const days = fc.uniqueArray(
      fc.record({
        ago: fc.integer({ min: 0, max: 59 }),
        words: fc.integer({ min: 0, max: 5_000 }),
      }),
      { selector: ({ ago }) => ago, maxLength: 60 },
    );
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 1_000_000 }), (all, left) => {
        const log = logOf(all.map(({ ago, words }) => dayAgo(ago, words)));
        const [one, twice] = [finishDay(left, today, log), finishDay(2 * left, today, log)];
        if (one === null) return;
        expect(one.day > today).toBe(true);
        if (twice !== null) expect(twice.day >= one.day).toBe(true);
      }),
    );
  });
});
