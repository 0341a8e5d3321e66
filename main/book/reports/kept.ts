/** What is kept in memory of a book between reports: facts of its chapters, and the last report with its texts. */
import type { Report } from '#shared/domain/report.ts';
import type { Variant } from '#shared/spelling/dictionary.ts';
import { AppError } from '#shared/errors.ts';
import type { KnownFacts } from './facts.ts';

/** Each part holds for what it was read from: the text, the names or words that were looked for, the spelling they were held to. */
export type KeptFacts = {
  version: string;
  namesKey: string;
  watchedKey: string;
  spelling: Variant;
  facts: Required<KnownFacts>;
};

export type ReadChapter = { documentId: string; version: string; text: string };

export type KeptReport = {
  /** As whoever asked for it was told. */
  made: Report;
  chapters: readonly ReadChapter[];
  /** Three numbers each: the chapter's index, start, end. */
  lines: ReadonlyMap<string, Uint32Array>;
};

export type KeptBook = {
  facts: ReadonlyMap<string, KeptFacts>;
  report: KeptReport;
};

export type KeptBooks = Map<string, KeptBook>;

/** REPORT_NOT_FOUND: only the last report of an open book is kept. */
export const reportOf = (
  kept: KeptBooks,
  { projectId, reportId }: { projectId: string; reportId: string },
): KeptReport => {
  const report = kept.get(projectId)?.report;
  if (report?.made.reportId === reportId) return report;
  throw new AppError('REPORT_NOT_FOUND', 'The report is not kept any more.', { reportId });
};
