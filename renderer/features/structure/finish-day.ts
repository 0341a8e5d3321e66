/** When a book will be finished at the pace of the last days, where these tell one (W3). Pure. */
import { addDays } from '#shared/calendar-day.ts';
import { countedWords, type DayOfWriting, wasWrittenIn } from '#shared/domain/days.ts';

/** So many days that are over make the pace. */
export const paceDays = 30;

/** Of less than this no pace can be told. */
const fewestDays = 7;
const fewestWrittenDays = 3;

/** Farther ahead nobody can tell. */
const maxDaysAhead = 3_650;

/** `days`: how many the pace was taken from. */
export type Finish = { day: string; days: number };

/**
 * What was written less what was cut, by hand, days of rest among them; today is not over and does not count. Who began, or began
 * again after a month, within these days is measured from then on.
 * @param log of the days from twice {@link paceDays} before today on
 */
export function finishDay(
  left: number,
  today: string,
  log: readonly DayOfWriting[],
): Finish | null {
  const first = addDays(today, -paceDays);
  const written = log.filter((one) => one.day < today && wasWrittenIn(one));
  const recent = written.filter(({ day }) => day >= first);
  const start = recent.length < written.length ? first : recent[0]?.day;
  if (left <= 0 || start === undefined || recent.length < fewestWrittenDays) return null;
  let days = 0;
  for (let day = start; day < today; day = addDays(day, 1)) days += 1;
  const words = recent.reduce((sum, one) => sum + countedWords(one, 'net'), 0);
  if (days < fewestDays || words <= 0) return null;
  const ahead = Math.ceil((left * days) / words);
  return ahead > maxDaysAhead ? null : { day: addDays(today, ahead), days };
}
