/** How fast is written at which hour of the day: pure arithmetic for the picture (W3). */
import { addDays } from '#shared/calendar-day.ts';
import { type DayOfWriting, wasWrittenIn } from '#shared/domain/days.ts';

export type HourSpeed = {
  /** 0 to 23, by the clock of the program's machine. */
  hour: number;
  /** Words of an hour that was written in, on the average of all days on which it was; never below 0. */
  words: number;
  /** Whether it was written in on so many of the last days that it is one of the writer's hours. */
  isRegular: boolean;
};

/** The writer's hours are those of ten of the last thirty days. */
const regularDays = 10;
const lookedAtDays = 30;

/** Two hours that far apart are two times of the day, and both are told where neither is much faster. */
const apart = 3;
const nearlyAsFast = 0.9;

/** All hours of the day, in order. */
export function hourSpeeds(days: readonly DayOfWriting[], today: string): HourSpeed[] {
  const since = addDays(today, 1 - lookedAtDays);
  const sums = Array.from({ length: 24 }, () => ({ words: 0, days: 0, lately: 0 }));
  for (const { day, hours } of days) {
    for (const part of hours) {
      const sum = sums[part.hour];
      if (sum === undefined || !wasWrittenIn(part)) continue;
      sum.words += part.counted;
      sum.days += 1;
      if (day >= since) sum.lately += 1;
    }
  }
  return sums.map((sum, hour) => ({
    hour,
    words: sum.days === 0 ? 0 : Math.max(0, Math.round(sum.words / sum.days)),
    isRegular: sum.lately >= regularDays,
  }));
}

/** The hour in which most is written, of the writer's own where there are any; a second one where it is nearly as fast. In order of the day. */
export function fastestHours(speeds: readonly HourSpeed[]): HourSpeed[] {
  const regular = speeds.filter(({ isRegular, words }) => isRegular && words > 0);
  const asked = (regular.length > 0 ? regular : speeds.filter(({ words }) => words > 0)).toSorted(
    (a, b) => b.words - a.words,
  );
  const [first] = asked;
  if (first === undefined) return [];
  const second = asked.find(
    ({ hour, words }) =>
      Math.abs(hour - first.hour) >= apart && words >= first.words * nearlyAsFast,
  );
  return (second ? [first, second] : [first]).toSorted((a, b) => a.hour - b.hour);
}
