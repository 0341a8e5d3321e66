/** The year of writing as a grid of weeks: pure arithmetic of days, for the picture and for its keys (W3). */
import { addDays, weekdayOf } from '#shared/calendar-day.ts';
import { type DayOfWriting, wasWrittenIn } from '#shared/domain/days.ts';

export type DayCell = {
  day: string;
  words: number;
  /** 0 for nothing, 1 to 4 by how much of the fullest shade was written. */
  shade: number;
  /** From 0, the oldest. */
  week: number;
  /** Row: 0 is Monday. */
  weekday: number;
};

const weeksShown = 53;
const weekLength = 7;

const mondayRow = (day: string): number => (weekdayOf(day) + 6) % weekLength;

/** The first day of the picture: the Monday 52 weeks before this one. */
export const firstDayShown = (today: string): string =>
  addDays(today, -mondayRow(today) - (weeksShown - 1) * weekLength);

/** The fullest shade: the daily goal, or what nine of ten days of writing stay below. */
export function fullShade(days: readonly DayOfWriting[], perDay: number | null): number {
  if (perDay !== null) return perDay;
  const written = days.map(({ counted }) => counted).filter((words) => words > 0);
  const sorted = written.toSorted((a, b) => a - b);
  return Math.max(1, sorted[Math.ceil(sorted.length * 0.9) - 1] ?? 1);
}

/** A day that was written in is never blank, also where as much was cut as written. */
const shadeOf = (day: DayOfWriting | undefined, full: number): number =>
  day !== undefined && (day.counted > 0 || wasWrittenIn(day))
    ? Math.min(4, Math.max(1, Math.ceil((day.counted / full) * 4)))
    : 0;

/** Every day from the first shown up to today, in order. */
export function yearCells(days: readonly DayOfWriting[], today: string, full: number): DayCell[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const cells: DayCell[] = [];
  for (let day = firstDayShown(today); day <= today; day = addDays(day, 1)) {
    const written = known.get(day);
    const week = Math.floor(cells.length / weekLength);
    cells.push({
      day,
      words: written?.counted ?? 0,
      shade: shadeOf(written, full),
      week,
      weekday: cells.length % weekLength,
    });
  }
  return cells;
}

/** `from`: where weeks begin; `room`: what a name needs. px. */
export type YearDrawing = { from: number; step: number; width: number; room: number };

/** The name of a month that begins with `day`; `isEnd`: it ends at `x`, for there is no room behind. */
export type MonthLabel = { day: string; x: number; isEnd: boolean };

/** Above the weeks that they begin in, from the newest back: none where the name of a newer one has the room. */
export function monthLabels(cells: readonly DayCell[], drawing: YearDrawing): MonthLabel[] {
  const { from, step, width, room } = drawing;
  const starts = cells.filter(({ day }, index) => day.endsWith('-01') && index > 0);
  const labels: MonthLabel[] = [];
  let taken = width;
  for (const { day, week } of starts.toReversed()) {
    const begin = from + week * step;
    const isEnd = begin > width - room;
    const left = isEnd ? width - room : begin;
    if (left + room > taken) continue;
    labels.unshift({ day, x: isEnd ? width : begin, isEnd });
    taken = left;
  }
  return labels;
}

/** Words of the days from `since` on. */
export const wordsSince = (days: readonly DayOfWriting[], since: string): number =>
  days.reduce((sum, { day, counted }) => (day >= since ? sum + counted : sum), 0);

/** The seven days from Monday on. */
export const daysOfWeek = (today: string): string[] =>
  Array.from({ length: weekLength }, (_, index) => addDays(today, index - mondayRow(today)));

export function daysOfMonth(today: string): string[] {
  const first = `${today.slice(0, 8)}01`;
  const days = Array.from({ length: 31 }, (_, index) => addDays(first, index));
  return days.filter((day) => day.startsWith(today.slice(0, 8)));
}

export const countWorkdays = (days: readonly string[], restDays: readonly number[]): number =>
  days.filter((day) => !restDays.includes(weekdayOf(day))).length;
