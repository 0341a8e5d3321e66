/**
 * Days of the writer's own calendar, as texts that compare as they follow one another: `2026-03-29`. Which day it is,
 * is asked of this machine's zone once, by {@link dayOf}; all else is arithmetic of the calendar, which no zone changes.
 */

const dayLength = 86_400_000;
const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** In the time zone of this machine. */
export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

/** When the day of this machine's zone that `date` is in will be over, ms since the epoch. */
export const endOfDay = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();

/** From a moment on, ms since the epoch, the clock shows that hour, with its fraction, and goes on. */
export type ClockRun = { from: number; hour: number };

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** How the clock of this machine's zone runs in the day `date` is in: once from its beginning, and again where it is set on or back. */
export const clockOfDay = (date: Date): [ClockRun, ...ClockRun[]] => {
  const ends = endOfDay(date);
  const begins = new Date(date.getFullYear(), date.getMonth(), date.getDate());
  const runAt = (now: Date): ClockRun => ({
    from: now.getTime(),
    hour: now.getHours() + now.getMinutes() / 60,
  });
  const runs: [ClockRun, ...ClockRun[]] = [runAt(begins)];
  let offset = begins.getTimezoneOffset();
  // A clock is set once a day at most: a day that ends as it begins needs no look at each of its minutes.
  if (new Date(ends - 1).getTimezoneOffset() === offset) return runs;
  for (let at = begins.getTime() + minuteMs; at < ends; at += minuteMs) {
    const now = new Date(at);
    if (now.getTimezoneOffset() === offset) continue;
    offset = now.getTimezoneOffset();
    runs.push(runAt(now));
  }
  return runs;
};

/** The hour the clock shows, with its fraction. @param clock as of {@link clockOfDay}; before its beginning that one counts */
export const hourAt = (clock: readonly ClockRun[], now: number): number => {
  const run = clock.findLast(({ from }) => from <= now) ?? clock[0];
  return run === undefined ? 0 : run.hour + Math.max(0, now - run.from) / hourMs;
};

/** A moment that names the day, to be told with `timeZone: 'UTC'`: there are zones in which a day never was. */
export const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => noonOf(day).getUTCDay();

export const addDays = (day: string, count: number): string =>
  new Date(noonOf(day).getTime() + count * dayLength).toISOString().slice(0, 10);
