/** The arithmetic of a day's words: one day is kept, a new one begins at nothing (F23). */
import { z } from 'zod';

const WordsOfDay = z.object({ day: z.string(), words: z.number().int() });
export type WordsOfDay = z.infer<typeof WordsOfDay>;

const readDay = (kept: unknown): WordsOfDay | null => WordsOfDay.safeParse(kept).data ?? null;

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** The writer's own calendar day. Days compare as texts do. */
export const dayOf = (now: Date): string =>
  `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;

/** Words kept for that day; 0 when another day is kept. */
export function wordsOfDay(kept: unknown, day: string): number {
  const known = readDay(kept);
  return known?.day === day ? known.words : 0;
}

/** What is to be kept once words were written on a day; null when a later day has begun since. */
export function addToDay(kept: unknown, day: string, words: number): WordsOfDay | null {
  const known = readDay(kept);
  // Days of an earlier form (2026-1-5) are over.
  if (known !== null && known.day.length === day.length && known.day > day) return null;
  return { day, words: wordsOfDay(kept, day) + words };
}
