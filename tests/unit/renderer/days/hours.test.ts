import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fastestHours, hourSpeeds } from '#renderer/features/days/hours.ts';
import { addDays } from '#shared/calendar-day.ts';
import type { DayOfWriting } from '#shared/domain/days.ts';

const today = '2026-11-28';

const part = (hour: number, written: number, removed = 0) => ({
  ...{ hour, written, removed, counted: written - removed },
});
const dayWith = (ago: number, ...hours: DayOfWriting['hours']): DayOfWriting => ({
  ...{ written: 0, removed: 0, pasted: 0, accepted: 0, imported: 0, counted: 0, chapters: [] },
  day: addDays(today, -ago),
  hours,
});
const daysOf = (count: number, ...hours: DayOfWriting['hours']) =>
  Array.from({ length: count }, (_, ago) => dayWith(ago, ...hours));

describe('the speed of an hour of the day [W3]', () => {
  it('is what was written in it on the days on which it was written in, and not their sum', () => {
    const days = [
      ...daysOf(20, part(9, 200)),
      dayWith(21, part(7, 900)),
      dayWith(22, part(7, 500)),
      // An import alone is an hour without writing; one of as much cut as written is one of nothing won.
      dayWith(23, part(7, 0), part(22, 50, 50), part(23, 0, 80)),
    ];
    const speeds = hourSpeeds(days, today);
    expect([7, 9, 22, 23].map((hour) => speeds[hour])).toEqual([
      { hour: 7, words: 700, isRegular: false },
      { hour: 9, words: 200, isRegular: true },
      { hour: 22, words: 0, isRegular: false },
      { hour: 23, words: 0, isRegular: false },
    ]);
    // Two mornings a writer got carried away in do not make it their fastest hour.
    expect(fastestHours(speeds)).toEqual([{ hour: 9, words: 200, isRegular: true }]);
    expect(fastestHours(hourSpeeds(days.slice(20), today))).toMatchObject([{ hour: 7 }]);
    expect(fastestHours(hourSpeeds([], today))).toEqual([]);
  });

  it('is told of a second hour, where that is another time of the day and nearly as fast', () => {
    const told = (...hours: DayOfWriting['hours']) =>
      fastestHours(hourSpeeds(daysOf(12, ...hours), today)).map(({ hour }) => hour);
    expect(told(part(20, 540), part(7, 520), part(8, 530))).toEqual([8, 20]);
    expect(told(part(20, 540), part(7, 300), part(19, 539))).toEqual([20]);
  });

  it('is regular by ten of the last thirty days, the thirtieth among them and the one before not', () => {
    const regular = (agos: readonly number[]) =>
      hourSpeeds(
        agos.map((ago) => dayWith(ago, part(8, 10))),
        today,
      )[8]?.isRegular;
    const nine = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    expect([regular([...nine, 29]), regular([...nine, 30])]).toEqual([true, false]);
  });

  it('is between the slowest and the fastest of its days, whatever was written and cut', () => {
    const counts = fc.record({ written: fc.nat(900), removed: fc.nat(900) });
    fc.assert(
      fc.property(fc.array(counts, { minLength: 1, maxLength: 40 }), (hours) => {
        const days = hours.map(({ written, removed }, ago) =>
          dayWith(ago, part(9, written, removed)),
        );
        const was = hours.filter(({ written, removed }) => written + removed > 0);
        const words = hourSpeeds(days, today)[9]?.words ?? -1;
        const counted = was.map(({ written, removed }) => Math.max(0, written - removed));
        expect(words).toBeLessThanOrEqual(Math.max(0, ...counted));
        const lowest = Math.min(...was.map(({ written, removed }) => written - removed));
        if (was.length > 0) expect(words).toBeGreaterThanOrEqual(Math.min(lowest, words));
        expect(words).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
