/** What a writer does in a day: words by how they came, and what was meant to be written (W3). */
import { z } from 'zod';
import { Count, Identifier } from './identifiers.ts';

const WordCount = z.number().int().min(-10_000_000).max(10_000_000);

/**
 * Words that a change added or took away, by how they came. Negative where a step is taken back: undo gives back
 * exactly what the step gave.
 */
export const WordChange = z.object({
  typed: WordCount,
  removed: WordCount,
  /** From the clipboard or dropped; not what was cut in the same sitting and put down elsewhere. */
  pasted: WordCount,
  /** Of a model's text that was accepted before: an accept itself is counted where it is written. */
  accepted: WordCount.default(0),
});
export type WordChange = z.infer<typeof WordChange>;

export const noWords: WordChange = { typed: 0, removed: 0, pasted: 0, accepted: 0 };

export const addWords = (a: WordChange, b: WordChange): WordChange => ({
  typed: a.typed + b.typed,
  removed: a.removed + b.removed,
  pasted: a.pasted + b.pasted,
  accepted: a.accepted + b.accepted,
});

export const subtractWords = (a: WordChange, b: WordChange): WordChange => ({
  typed: a.typed - b.typed,
  removed: a.removed - b.removed,
  pasted: a.pasted - b.pasted,
  accepted: a.accepted - b.accepted,
});

/** A day of the writer's own calendar. */
export const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** 0 is Sunday. */
export const Weekday = z.number().int().min(0).max(6);

/** `net`: words written less words removed, never below nothing. `written`: words written alone. */
export const Counting = z.enum(['net', 'written']);
export type Counting = z.infer<typeof Counting>;

export const maxWordGoal = 100_000_000;

/** Words that are meant to be written: Han characters one each. */
export const WordGoal = z.number().int().min(1).max(maxWordGoal);

const Goal = WordGoal.nullable();

/** What a book's writer has set; null for no goal. In words: Han characters one each. */
export const WritingGoals = z.object({
  perDay: Goal,
  perChapter: Goal,
  perBook: Goal,
  /** Days without writing that do not end a streak. */
  restDays: z.array(Weekday).max(6),
  counting: Counting,
});
export type WritingGoals = z.infer<typeof WritingGoals>;

export const noGoals: WritingGoals = {
  perDay: null,
  perChapter: null,
  perBook: null,
  restDays: [],
  counting: 'net',
};

/** Words of a span of time. What was accepted, pasted or imported is apart from what was written. */
export const WordsWritten = z.object({
  written: z.number().int(),
  removed: z.number().int(),
  pasted: z.number().int(),
  accepted: z.number().int(),
  imported: z.number().int(),
});
export type WordsWritten = z.infer<typeof WordsWritten>;

/** A part of a day: by hand, and what of it counts by the book's way of counting, which may be below nothing. */
const PartOfDay = WordsWritten.pick({ written: true, removed: true }).extend({
  counted: z.number().int(),
});

export const DayOfWriting = WordsWritten.extend({
  day: Day,
  /** What counts towards the goal, by the book's way of counting. */
  counted: Count,
  hours: z.array(PartOfDay.extend({ hour: z.number().int().min(0).max(23) })),
  chapters: z.array(PartOfDay.extend({ documentId: Identifier })),
});
export type DayOfWriting = z.infer<typeof DayOfWriting>;

/**
 * Whether a day, an hour, or a chapter in it was written in: something was written by hand, or cut, and not taken back
 * again. Fifty words written and fifty cut are work, though they count as nothing; a paste or an import alone is none.
 */
export const wasWrittenIn = ({
  written,
  removed,
}: Pick<WordsWritten, 'written' | 'removed'>): boolean => written > 0 || removed > 0;

/** From that moment, ms since the epoch, the clock of the machine shows that hour, with its fraction, and goes on. */
const ClockRun = z.object({ from: z.number().int(), hour: z.number().min(0).max(24) });

const Streak = z.object({
  days: Count,
  /** Null where nothing was written yet. */
  lastDay: Day.nullable(),
});

export const GoalsReached = WritingGoals.extend({
  /** Which day it is for the program, in the zone it was started in; every day is counted by that. */
  day: Day,
  /** When that day will be over, ms since the epoch. */
  dayEnds: z.number().int(),
  /** How that day's clock runs: once from its beginning, and again where it is set on or back. */
  clock: z.array(ClockRun).min(1),
  /** Words that count today. */
  today: Count,
  /** The same as it adds up: below nothing where more was cut than written. */
  todayAddedUp: z.number().int(),
  /** Words of the whole book as it stands. */
  book: Count,
  /** Days in a row up to today; a rest day neither counts nor ends it, nor does today while it is empty. */
  streak: Count,
  longestStreak: Streak,
});
export type GoalsReached = z.infer<typeof GoalsReached>;

/** Words of a day or an hour that count towards the goal; may be below nothing. */
export const countedWords = (
  { written, removed }: Pick<WordsWritten, 'written' | 'removed'>,
  counting: Counting,
): number => (counting === 'net' ? written - removed : written);
