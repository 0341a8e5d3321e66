/** On which of the last days a chapter was written in: pure arithmetic for the picture (W3). */
import { addDays } from '#shared/calendar-day.ts';
import { type DayOfWriting, wasWrittenIn } from '#shared/domain/days.ts';

/** So many days are shown, today among them. */
export const shownDays = 60;

/** By chapter, how many days ago something was written or cut in it, 0 for today; the latest first. */
export function writingDaysOf(
  days: readonly DayOfWriting[],
  today: string,
): ReadonlyMap<string, readonly number[]> {
  const written = new Map(days.map(({ day, chapters }) => [day, chapters]));
  const found = new Map<string, number[]>();
  for (let ago = 0; ago < shownDays; ago += 1) {
    for (const { documentId, ...words } of written.get(addDays(today, -ago)) ?? []) {
      if (!wasWrittenIn(words)) continue;
      const known = found.get(documentId);
      if (known) known.push(ago);
      else found.set(documentId, [ago]);
    }
  }
  return found;
}
