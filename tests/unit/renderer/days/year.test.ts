import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countWorkdays,
  daysOfMonth,
  daysOfWeek,
  firstDayShown,
  fullShade,
  monthLabels,
  wordsSince,
  yearCells,
} from '#renderer/features/days/year.ts';
import { addDays, dayOf, weekdayOf } from '#shared/calendar-day.ts';
import type { DayOfWriting } from '#shared/domain/days.ts';

const dayWith = (day: string, written: number, removed = 0): DayOfWriting => ({
  day,
  written,
  removed,
  pasted: 0,
  accepted: 0,
  imported: 0,
  counted: Math.max(0, written - removed),
  hours: [],
  chapters: [],
});

const anyDay = fc
  .date({ min: new Date(2020, 0, 2), max: new Date(2040, 0, 1), noInvalidDate: true })
  .map(dayOf);

describe('the picture of a year [W3]', () => {
  it('has every day of a year once, a column a week that begins on Monday, and ends today', () => {
    const property = fc.property(anyDay, (today) => {
      const cells = yearCells([], today, 1);
      expect(cells[0]?.day).toBe(firstDayShown(today));
      expect(cells.at(-1)?.day).toBe(today);
      expect(new Set(cells.map(({ day }) => day)).size).toBe(cells.length);
      expect(cells.length).toBeGreaterThan(364);
      expect(cells.at(-1)?.week).toBe(52);
      for (const { day, weekday } of cells) expect((weekdayOf(day) + 6) % 7).toBe(weekday);
      expect(weekdayOf(daysOfWeek(today)[0] ?? '')).toBe(1);
      expect(daysOfWeek(today)).toContain(today);
      expect(daysOfMonth(today)).toContain(today);
    });
    fc.assert(property, { numRuns: 40 });
  });

  it('is darkest where the goal was reached, and never blank where something was written', () => {
    const days = [
      dayWith('2026-11-20', 1),
      dayWith('2026-11-21', 500),
      dayWith('2026-11-22', 1_000),
      dayWith('2026-11-23', 9_000),
    ];
    const shades = yearCells(days, '2026-11-23', fullShade(days, 1_000)).slice(-5);
    expect(shades.map(({ shade }) => shade)).toEqual([0, 1, 2, 4, 4]);
    // Without a goal one day of nine thousand does not make all the others pale.
    const regular = [...Array(18).keys()].map((index) => dayWith(`2026-10-${index + 10}`, 400));
    expect(fullShade([...regular, dayWith('2026-11-23', 9_000)], null)).toBe(400);
    expect(fullShade([], null)).toBe(1);
  });

  it('knows how many days of a week and a month are for writing', () => {
    expect(countWorkdays(daysOfWeek('2026-11-23'), [0])).toBe(6);
    expect(daysOfMonth('2028-02-10')).toHaveLength(29);
    expect(countWorkdays(daysOfMonth('2026-11-23'), [0, 6])).toBe(21);
  });

  it('sums spans, and leaves no day blank on which as much was cut as written', () => {
    const days = [
      dayWith('2026-11-20', 10),
      dayWith('2026-11-22', 50, 50),
      dayWith('2026-11-23', 5),
      dayWith('2026-11-24', 0),
    ];
    expect(wordsSince(days, '2026-11-21')).toBe(5);
    const shades = yearCells(days, '2026-11-24', 10).slice(-5);
    expect(shades.map(({ shade, words }) => [shade, words])).toEqual([
      ...[
        [4, 10],
        [0, 0],
        [1, 0],
        [2, 5],
        [0, 0],
      ],
    ]);
  });
});

describe('the names of the months above the year [W3]', () => {
  const room = 30;
  const labelsOf = (today: string, width: number) =>
    monthLabels(yearCells([], today, 1), { from: 28, step: (width - 28) / 53, width, room });

  it('are all there where there is room, and the newest where there is not', () => {
    const months = (width: number) =>
      labelsOf('2026-12-01', width).map(({ day }) => day.slice(5, 7));
    expect(months(770)).toEqual([
      '01',
      '02',
      '03',
      '04',
      '05',
      '06',
      '07',
      '08',
      '09',
      '10',
      '11',
      '12',
    ]);
    expect(months(406)).not.toContain('11');
    expect(months(406)).toContain('12');
  });

  it('never stand over each other or outside, on any day and at any width (property)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 800 }).map((days) => addDays('2025-01-01', days)),
        fc.integer({ min: 120, max: 900 }),
        (today, width) => {
          const labels = labelsOf(today, width);
          const lefts = labels.map(({ x, isEnd }) => (isEnd ? x - room : x));
          expect(labels.length).toBeGreaterThan(0);
          for (const [at, left] of lefts.entries()) {
            expect(left + room).toBeLessThanOrEqual(lefts[at + 1] ?? width);
          }
        },
      ),
    );
  });
});
