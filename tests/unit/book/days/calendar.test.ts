import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayBefore, measureStreaks, momentOf } from '#main/book/days/calendar.ts';

const streakOf = (days: readonly string[], today: string, restDays: readonly number[] = []) =>
  measureStreaks(new Set(days), today, restDays);

/** The days from `last` back, so many of them. */
const daysBack = (last: string, count: number): string[] => {
  const days = [last];
  while (days.length < count) days.push(dayBefore(days.at(-1) ?? ''));
  return days;
};

describe('days of the calendar [W3]', () => {
  it('tells day and hour in the time zone of the machine', () => {
    const written = new Date(2026, 2, 29, 23, 59, 59);
    expect(momentOf(written.getTime())).toEqual({ day: '2026-03-29', hour: 23 });
  });

  it('goes back over months, years and the days of a clock change', () => {
    expect(dayBefore('2026-03-01')).toBe('2026-02-28');
    expect(dayBefore('2024-03-01')).toBe('2024-02-29');
    expect(dayBefore('2026-01-01')).toBe('2025-12-31');
    expect(new Set(daysBack('2026-12-31', 3_000)).size).toBe(3_000);
  });
});

describe('days in a row [W3]', () => {
  it('are none while nothing was written', () => {
    expect(streakOf([], '2026-11-23')).toEqual({
      streak: 0,
      longestStreak: { days: 0, lastDay: null },
    });
  });

  it('do not end on a day that has only begun', () => {
    expect(streakOf(['2026-11-21', '2026-11-22'], '2026-11-23').streak).toBe(2);
    expect(streakOf(['2026-11-20', '2026-11-21'], '2026-11-23').streak).toBe(0);
  });

  it('go on over days of rest, which do not count', () => {
    // 2026-11-22 is a Sunday.
    const days = ['2026-11-20', '2026-11-21', '2026-11-23'];
    expect(streakOf(days, '2026-11-23', [0]).streak).toBe(3);
    expect(streakOf(days, '2026-11-23').streak).toBe(1);
    expect(streakOf([...days, '2026-11-22'], '2026-11-23', [0]).streak).toBe(4);
  });

  it('keep the longest of them with the day it ended', () => {
    const days = [...daysBack('2026-05-11', 41), ...daysBack('2026-11-23', 3)];
    expect(streakOf(days, '2026-11-23')).toEqual({
      streak: 3,
      longestStreak: { days: 41, lastDay: '2026-05-11' },
    });
  });

  it('are never longer than the longest, nor than the days that were written', () => {
    const calendar = daysBack('2026-11-23', 120);
    const property = fc.property(
      fc.subarray(calendar),
      fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 6 }),
      (days, restDays) => {
        const { streak, longestStreak } = streakOf(days, '2026-11-23', restDays);
        expect(streak).toBeLessThanOrEqual(longestStreak.days);
        expect(longestStreak.days).toBeLessThanOrEqual(days.length);
        expect(longestStreak.days > 0).toBe(days.length > 0);
        const without = streakOf(days, '2026-11-23');
        expect(longestStreak.days).toBeGreaterThanOrEqual(without.longestStreak.days);
      },
    );
    fc.assert(property);
  });
});
