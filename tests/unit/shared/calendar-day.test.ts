import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  addDays,
  clockOfDay,
  dayOf,
  endOfDay,
  hourAt,
  noonOf,
  weekdayOf,
} from '#shared/calendar-day.ts';

const day = fc
  .date({
    min: new Date('1900-01-01T00:00:00Z'),
    max: new Date('2199-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 10));

describe('days of the calendar [W3]', () => {
  it('follow one another: adding is taken back by subtracting, and the weekday goes along', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -4000, max: 4000 }), (from, count) => {
        const to = addDays(from, count);
        expect(addDays(to, -count)).toBe(from);
        expect(to > from).toBe(count > 0);
        expect((weekdayOf(from) + count + 7 * 1000) % 7).toBe(weekdayOf(to));
        expect((noonOf(to).getTime() - noonOf(from).getTime()) / 86_400_000).toBe(count);
      }),
    );
  });

  it('end with the next one', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(2000, 0, 1), max: new Date(2100, 0, 1), noInvalidDate: true }),
        (date) => {
          const end = endOfDay(date);
          expect(end).toBeGreaterThan(date.getTime());
          expect(dayOf(new Date(end - 1))).toBe(dayOf(date));
          expect(dayOf(new Date(end))).toBe(addDays(dayOf(date), 1));
        },
      ),
    );
  });

  // The zone is settled when a process starts: Apia had no 30 December 2011, São Paulo no midnight when summer began.
  it.each([
    ['Pacific/Apia', '2011-12-28', ['2011-12-29', '2011-12-30', '2011-12-31', '2012-01-01']],
    ['America/Sao_Paulo', '2018-11-03', ['2018-11-04', '2018-11-05', '2018-11-06', '2018-11-07']],
    ['Europe/Berlin', '2026-03-28', ['2026-03-29', '2026-03-30', '2026-03-31', '2026-04-01']],
  ])('are those of the calendar in %s, too', async (zone, from, following) => {
    const source = new URL('../../../shared/calendar-day.ts', import.meta.url).href;
    const program = `const { addDays } = await import(${JSON.stringify(source)});
      console.log(JSON.stringify([1, 2, 3, 4].map((count) => addDays(${JSON.stringify(from)}, count))));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { env: { ...process.env, TZ: zone } },
    );
    expect(JSON.parse(stdout)).toEqual(following);
  });
});

describe('the clock of a day [W3]', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  it.each([
    ['Asia/Shanghai', '2026-03-29T04:00Z', [0]],
    ['Europe/Berlin', '2026-03-29T10:00Z', [0, 3]],
    ['Europe/Berlin', '2026-10-25T10:00Z', [0, 2]],
    // Summer begins at midnight there: that day has no such hour. Lord Howe sets its clock by half an hour.
    ['America/Sao_Paulo', '2018-11-04T12:00Z', [1]],
    ['Australia/Lord_Howe', '2026-10-04T02:00Z', [0, 2.5]],
  ])('runs in %s on %s as it shows there', (place, moment, hours) => {
    process.env.TZ = place;
    const date = new Date(moment);
    const clock = clockOfDay(date);
    expect(clock.map(({ hour }) => hour)).toEqual(hours);
    const ends = endOfDay(date);
    expect(clock[0].from).toBeLessThanOrEqual(date.getTime());
    for (let now = clock[0].from; now < ends; now += 600_000) {
      const there = new Date(now);
      expect(hourAt(clock, now)).toBeCloseTo(there.getHours() + there.getMinutes() / 60, 6);
    }
    expect(hourAt(clock, ends)).toBeCloseTo(24, 6);
    expect(hourAt(clock, 0)).toBe(clock[0].hour);
  });
});
