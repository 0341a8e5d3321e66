import { weekdayOf } from '#shared/calendar-day.ts';
import type { GoalsReached } from '#shared/domain/days.ts';

/** Words that are to be written today; null where none are asked for, as on a day of rest (W3). */
export const goalOfToday = (goals: GoalsReached | null): number | null =>
  goals === null || goals.restDays.includes(weekdayOf(goals.day)) ? null : goals.perDay;
