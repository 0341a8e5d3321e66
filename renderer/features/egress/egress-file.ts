/** The ledger as a file for other programs. */
import type { EgressEntry } from '#shared/domain/egress.ts';

const columns = [
  'at',
  'purpose',
  'projectId',
  'origin',
  'method',
  'status',
  'outcome',
  'bytes',
  'addressBytes',
  'tokens',
  'sha256',
  'assemblyId',
  'endedAt',
] as const satisfies readonly (keyof EgressEntry)[];

const times: ReadonlySet<string> = new Set(['at', 'endedAt']);

const cellOf = (entry: EgressEntry, column: (typeof columns)[number]): string => {
  const value = entry[column];
  if (value === null) return '';
  const text = times.has(column) ? new Date(Number(value)).toISOString() : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Comma-separated values as spreadsheets read them, a line a request and one of names. Times in UTC. */
export const egressCsv = (entries: readonly EgressEntry[]): string =>
  [columns.join(','), ...entries.map((entry) => columns.map((one) => cellOf(entry, one)).join(','))]
    .map((line) => `${line}\r\n`)
    .join('');

export const egressJson = (entries: readonly EgressEntry[]): string =>
  `${JSON.stringify(entries, null, 2)}\n`;
