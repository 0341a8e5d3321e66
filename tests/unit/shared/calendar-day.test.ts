import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf, endOfDay, noonOf, weekdayOf } from '#shared/calendar-day.ts';

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
