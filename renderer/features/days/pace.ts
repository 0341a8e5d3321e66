/** How fast the writer writes in this sitting, and how long that takes for what is left of the day's goal (W3). */
import { type Counting, countedWords, type WordChange } from '#shared/domain/days.ts';

export type Pace = {
  /** Words an hour, to the next ten. */
  perHour: number;
  /** Minutes for what is left; null where nothing is. */
  minutesLeft: number | null;
};

/** Of less than this no pace can be told, ms and words. */
const shortestMs = 3 * 60_000;
const fewestWords = 30;
const hourMs = 3_600_000;

export function paceOf(
  written: { sitting: WordChange; writingMs: number },
  counting: Counting,
  left: number,
): Pace | null {
  const { typed, removed } = written.sitting;
  const words = countedWords({ written: typed, removed }, counting);
  if (written.writingMs < shortestMs || words < fewestWords) return null;
  const perMs = words / written.writingMs;
  return {
    perHour: Math.max(10, Math.round((perMs * hourMs) / 10) * 10),
    minutesLeft: left > 0 ? Math.ceil(left / perMs / 60_000) : null,
  };
}
