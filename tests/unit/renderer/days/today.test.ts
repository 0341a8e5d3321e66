import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownDays, writingDaysOf } from '#renderer/features/days/chapter-days.ts';
import { clockOf, curveOf, hourOfDay } from '#renderer/features/days/today.ts';
import { addDays } from '#shared/calendar-day.ts';
import type { DayOfWriting } from '#shared/domain/days.ts';

const nine = { now: 9.5, today: 260, goal: 1_000, minutesLeft: null };

describe('the line of a day [W3]', () => {
  it('rises in the hours that were written in, stays level between them, and ends now', () => {
    const hours = [
      { hour: 7, counted: 200 },
      { hour: 9, counted: 60 },
    ];
    expect(curveOf(hours, nine)).toEqual({
      from: 6,
      points: [
        { hour: 6, words: 0 },
        { hour: 7, words: 0 },
        { hour: 8, words: 200 },
        { hour: 9, words: 200 },
        { hour: 9.5, words: 260 },
        { hour: 9.5, words: 260 },
      ],
      reached: null,
      top: 1_000,
    });
  });

  it('tells when the goal will be reached, unless that is not today', () => {
    const late = { ...nine, now: 21, minutesLeft: 45 };
    expect(curveOf([], late).reached).toEqual({ hour: 21.75, words: 1_000 });
    expect(curveOf([], { ...late, minutesLeft: 181 }).reached).toBeNull();
    expect(curveOf([], { ...late, today: 1_000 }).reached).toBeNull();
    expect(curveOf([], { ...late, goal: null }).reached).toBeNull();
  });

  it('never goes back in time, below nothing or over its top, whatever was written and cut', () => {
    const hour = fc.record({ hour: fc.nat(23), counted: fc.integer({ min: -900, max: 900 }) });
    const given = fc.record({
      hours: fc.uniqueArray(hour, { selector: (one) => one.hour }),
      now: fc.double({ min: 0, max: 24, noNaN: true }),
      today: fc.nat(5_000),
      goal: fc.option(fc.integer({ min: 1, max: 5_000 })),
      minutesLeft: fc.option(fc.integer({ min: 1, max: 2_000 })),
    });
    const property = fc.property(given, ({ hours, ...day }) => {
      const { from, points, reached, top } = curveOf(hours, day);
      const along = points.map((point) => point.hour);
      expect(along).toEqual(along.toSorted((a, b) => a - b));
      expect(along[0]).toBe(from);
      expect(points.at(-1)).toEqual({ hour: day.now, words: day.today });
      for (const { words } of points) {
        expect(words).toBeGreaterThanOrEqual(0);
        expect(words).toBeLessThanOrEqual(top);
      }
      if (reached) expect(reached.hour).toBeLessThanOrEqual(24);
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('has the hour of the program, whose day may end at another moment than the page’s', () => {
    const ends = Date.UTC(2026, 10, 28, 5);
    expect(hourOfDay(ends, ends - 90 * 60_000)).toBe(22.5);
    expect(hourOfDay(ends, ends + 1)).toBe(24);
    expect(hourOfDay(ends, 0)).toBe(0);
    expect([clockOf(7.05), clockOf(21.999), clockOf(24)]).toEqual(['7:03', '21:59', '23:59']);
  });
});

describe('the days of a chapter [W3]', () => {
  const today = '2026-03-02';
  const day = (ago: number, chapters: DayOfWriting['chapters']): DayOfWriting => ({
    ...{ written: 0, removed: 0, pasted: 0, accepted: 0, imported: 0, counted: 0, hours: [] },
    day: addDays(today, -ago),
    chapters,
  });

  it('are those of the last sixty in which something was written or cut in it', () => {
    const days = [
      day(shownDays, [{ documentId: 'a', counted: 5 }]),
      day(shownDays - 1, [{ documentId: 'a', counted: 5 }]),
      day(3, [
        { documentId: 'a', counted: -20 },
        { documentId: 'b', counted: 0 },
      ]),
      day(0, [{ documentId: 'a', counted: 1 }]),
    ];
    expect([...writingDaysOf(days, today)]).toEqual([['a', [0, 3, shownDays - 1]]]);
  });
});
