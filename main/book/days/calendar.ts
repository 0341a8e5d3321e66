/** Days of the writer's own calendar, and days in a row (W3). Days are texts that compare as they follow. */
import { addDays, dayOf, weekdayOf } from '#shared/calendar-day.ts';

export type Moment = { day: string; hour: number };

/** Where this machine's clock stands, in its own time zone; `now` in ms since the epoch. */
export const momentOf = (now: number): Moment => {
  const date = new Date(now);
  return { day: dayOf(date), hour: date.getHours() };
};

export const dayBefore = (day: string): string => addDays(day, -1);

export type Streaks = {
  streak: number;
  longestStreak: { days: number; lastDay: string | null };
};

/** The day of writing that this one follows without a gap, days of rest aside; null where a streak begins. */
const findDayFollowed = (
  written: ReadonlySet<string>,
  day: string,
  restDays: readonly number[],
): string | null => {
  // At most six weekdays are for rest: the walk ends.
  for (let before = dayBefore(day); ; before = dayBefore(before)) {
    if (written.has(before)) return before;
    if (!restDays.includes(weekdayOf(before))) return null;
  }
};

/**
 * The streak up to today and the longest there was. `written` are the days that were written in. A day of rest
 * neither counts nor ends a streak, and today does not end it while nothing was written yet.
 */
export const measureStreaks = (
  written: ReadonlySet<string>,
  today: string,
  restDays: readonly number[],
): Streaks => {
  const lengths = new Map<string, number>();
  const longestStreak: Streaks['longestStreak'] = { days: 0, lastDay: null };
  for (const day of [...written].sort()) {
    const followed = findDayFollowed(written, day, restDays);
    const days = 1 + (followed === null ? 0 : (lengths.get(followed) ?? 0));
    lengths.set(day, days);
    if (days >= longestStreak.days) Object.assign(longestStreak, { days, lastDay: day });
  }
  const last = written.has(today) ? today : findDayFollowed(written, today, restDays);
  return { streak: last === null ? 0 : (lengths.get(last) ?? 0), longestStreak };
};
