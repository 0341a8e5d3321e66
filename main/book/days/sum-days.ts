/** Sums the hours of a log into days (W3). */
import { type Counting, countedWords, type DayOfWriting } from '#shared/domain/days.ts';
import type { HourRow } from './store.ts';

/** Rows by something of them, in the order in which each was met. */
const groupBy = <K>(rows: readonly HourRow[], keyOf: (row: HourRow) => K): [K, HourRow[]][] => {
  const groups = new Map<K, HourRow[]>();
  for (const row of rows) {
    const known = groups.get(keyOf(row));
    if (known) known.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return [...groups];
};

const sumOf = (rows: readonly HourRow[], countOf: (row: HourRow) => number): number =>
  rows.reduce((sum, row) => sum + countOf(row), 0);

const sumDay = (day: string, rows: readonly HourRow[], counting: Counting): DayOfWriting => {
  const countOf = ({ typed, removed }: HourRow): number =>
    countedWords({ written: typed, removed }, counting);
  const partOf = (part: readonly HourRow[]) => ({
    written: sumOf(part, ({ typed }) => typed),
    removed: sumOf(part, ({ removed }) => removed),
    counted: sumOf(part, countOf),
  });
  const hours = groupBy(rows, ({ hour }) => hour);
  const chapters = groupBy(rows, ({ document_id }) => document_id);
  return {
    day,
    ...partOf(rows),
    pasted: sumOf(rows, ({ pasted }) => pasted),
    accepted: sumOf(rows, ({ accepted }) => accepted),
    imported: sumOf(rows, ({ imported }) => imported),
    // A day on which more was taken out than put in is an empty day, not a debt.
    counted: Math.max(0, sumOf(rows, countOf)),
    hours: hours.map(([hour, part]) => ({ hour, ...partOf(part) })),
    chapters: chapters.map(([documentId, part]) => ({ documentId, ...partOf(part) })),
  };
};

/** One for each day of the log, in the log's order. */
export const sumDays = (rows: readonly HourRow[], counting: Counting): DayOfWriting[] =>
  groupBy(rows, ({ day }) => day).map(([day, hours]) => sumDay(day, hours, counting));
