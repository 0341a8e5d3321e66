/** Sums the hours of a log into days (W3). */
import { type Counting, countedWords, type DayOfWriting } from '#shared/domain/days.ts';
import type { HourRow } from './store.ts';

const sumBy = <K>(
  rows: readonly HourRow[],
  keyOf: (row: HourRow) => K,
  countOf: (row: HourRow) => number,
): Map<K, number> => {
  const sums = new Map<K, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + countOf(row));
  return sums;
};

const sumOf = (rows: readonly HourRow[], countOf: (row: HourRow) => number): number =>
  rows.reduce((sum, row) => sum + countOf(row), 0);

const sumDay = (day: string, rows: readonly HourRow[], counting: Counting): DayOfWriting => {
  const countOf = ({ typed, removed }: HourRow): number =>
    countedWords({ written: typed, removed }, counting);
  const hours = sumBy(rows, ({ hour }) => hour, countOf);
  const chapters = sumBy(rows, ({ document_id }) => document_id, countOf);
  return {
    day,
    written: sumOf(rows, ({ typed }) => typed),
    removed: sumOf(rows, ({ removed }) => removed),
    pasted: sumOf(rows, ({ pasted }) => pasted),
    accepted: sumOf(rows, ({ accepted }) => accepted),
    imported: sumOf(rows, ({ imported }) => imported),
    // A day on which more was taken out than put in is an empty day, not a debt.
    counted: Math.max(0, sumOf(rows, countOf)),
    hours: [...hours].map(([hour, counted]) => ({ hour, counted })),
    chapters: [...chapters].map(([documentId, counted]) => ({ documentId, counted })),
  };
};

/** One for each day of the log, in the log's order. */
export const sumDays = (rows: readonly HourRow[], counting: Counting): DayOfWriting[] => {
  const days = new Map<string, HourRow[]>();
  for (const row of rows) {
    const known = days.get(row.day);
    if (known) known.push(row);
    else days.set(row.day, [row]);
  }
  return [...days].map(([day, hours]) => sumDay(day, hours, counting));
};
