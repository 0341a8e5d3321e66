import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownDays, writingDaysOf } from '#renderer/features/days/chapter-days.ts';
import { clockOf, curveOf, hourOfDay } from '#renderer/features/days/today.ts';
import { addDays } from '#shared/calendar-day.ts';
import type { DayOfWriting } from '#shared/domain/days.ts';

const nine = { now: 9.5, today: 260, goal: 1_000, done: null };

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
    const late = { ...nine, now: 21, done: 21.75 };
    expect(curveOf([], late).reached).toEqual({ hour: 21.75, words: 1_000 });
    expect(curveOf([], { ...late, done: 24 }).reached).toBeNull();
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
      done: fc.option(fc.double({ min: 0, max: 24, noNaN: true })),
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

  it('has the hour of the program, whose day may end at another moment than the page’s, also where its clock is set on or back', () => {
    const dayEnds = Date.UTC(2026, 10, 28, 5);
    const at = (hours: number) => dayEnds - hours * 3_600_000;
    const day = { dayEnds, clock: [{ from: at(24), hour: 0 }] };
    expect(hourOfDay(day, at(1.5))).toBe(22.5);
    expect(hourOfDay(day, dayEnds + 1)).toBe(24);
    expect(hourOfDay(day, 0)).toBe(0);
    const spring = {
      dayEnds,
      clock: [
        { from: at(23), hour: 0 },
        { from: at(21), hour: 3 },
      ],
    };
    expect([at(22), at(21), at(1)].map((now) => hourOfDay(spring, now))).toEqual([1, 3, 23]);
    const autumn = {
      dayEnds,
      clock: [
        { from: at(25), hour: 0 },
        { from: at(22), hour: 2 },
      ],
    };
    expect([at(24.5), at(22.5), at(21.5)].map((now) => hourOfDay(autumn, now))).toEqual([
      ...[0.5, 2.5, 2.5],
    ]);
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

  const words = (documentId: string, written: number, removed: number) => ({
    ...{ documentId, written, removed, counted: written - removed },
  });

  it('are those of the last sixty in which something was written or cut in it', () => {
    const days = [
      day(shownDays, [words('a', 5, 0)]),
      day(shownDays - 1, [words('a', 5, 0)]),
      day(3, [words('a', 0, 20), words('b', 0, 0)]),
      day(2, [words('a', 50, 50)]),
      day(1, [words('a', -5, 0)]),
      day(0, [words('a', 1, 0)]),
    ];
    expect([...writingDaysOf(days, today)]).toEqual([['a', [0, 2, 3, shownDays - 1]]]);
  });
});
