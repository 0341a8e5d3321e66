/** How a day of writing went, hour by hour, and when its goal would be reached: pure arithmetic for the picture (W3). */
import { hourAt } from '#shared/calendar-day.ts';
import type { DayOfWriting, GoalsReached } from '#shared/domain/days.ts';

/** `hour` from 0 to 24 with its fraction, by the program's clock; `words` counted up to then, never below 0. */
export type DayPoint = { hour: number; words: number };

export type DayCurve = {
  /** The hour the picture begins with. */
  from: number;
  /** In the order of time; the last one is now. */
  points: DayPoint[];
  /** When the goal is reached at the present pace; null where it is reached, none is set, or it is not before midnight. */
  reached: DayPoint | null;
  /** What the height of the picture stands for, in words. */
  top: number;
};

const dayHours = 24;
/** Where nothing was written earlier the picture begins in the morning. */
const morning = 6;

/** The hour of the program's clock in its day, 24 from the day's end on. @param now ms since the epoch */
export const hourOfDay = (
  { clock, dayEnds }: Pick<GoalsReached, 'clock' | 'dayEnds'>,
  now: number,
): number => (now >= dayEnds ? dayHours : Math.min(dayHours, hourAt(clock, now)));

export function curveOf(
  hours: readonly Pick<DayOfWriting['hours'][number], 'hour' | 'counted'>[],
  {
    now,
    today,
    goal,
    done,
  }: {
    /** The hour it is. */
    now: number;
    /** Words that count today. */
    today: number;
    goal: number | null;
    /** The hour the goal is reached at the present pace; null where that is not known, 24 where it is not today. */
    done: number | null;
  },
): DayCurve {
  const written = hours.filter(({ hour }) => hour <= now).toSorted((a, b) => a.hour - b.hour);
  const from = Math.floor(Math.min(morning, now, written[0]?.hour ?? morning));
  const points: DayPoint[] = [{ hour: from, words: 0 }];
  let sum = 0;
  for (const { hour, counted } of written) {
    points.push({ hour, words: Math.max(0, sum) });
    sum += counted;
    points.push({ hour: Math.min(hour + 1, now), words: Math.max(0, sum) });
  }
  points.push({ hour: now, words: today });
  const isToday = goal !== null && goal > today && done !== null && done < dayHours;
  return {
    from,
    points,
    reached: isToday ? { hour: done, words: goal } : null,
    top: Math.max(1, goal ?? 0, ...points.map(({ words }) => words)),
  };
}

/** `21:04`. */
export const clockOf = (hour: number): string => {
  const minutes = Math.min(dayHours * 60 - 1, Math.floor(hour * 60));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
};
