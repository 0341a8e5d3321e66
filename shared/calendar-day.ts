/** Days of the writer's own calendar, as texts that compare as they follow one another: `2026-03-29`. */

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** In the time zone of this machine. */
export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

/** Noon: a day that a clock change makes shorter or longer stays that day. */
export const noonOf = (day: string): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
};

export const addDays = (day: string, count: number): string => {
  const date = noonOf(day);
  date.setDate(date.getDate() + count);
  return dayOf(date);
};
