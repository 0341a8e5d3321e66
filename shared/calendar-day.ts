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

/** A moment that names the day, to be told with `timeZone: 'UTC'`: there are zones in which a day never was. */
export const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => noonOf(day).getUTCDay();

export const addDays = (day: string, count: number): string =>
  new Date(noonOf(day).getTime() + count * dayLength).toISOString().slice(0, 10);
