/** The calls about reports on the whole book (W7). All of it happens on this machine: nothing is sent anywhere. */
import { z } from 'zod';
import { Count, Identifier, ProjectScope } from '../domain/identifiers.ts';
import { Report, ReportPlace, WatchedWordsChange } from '../domain/report.ts';
import { defineChannel } from './define.ts';

/** Places that one call lists at most. */
export const maxReportPlaces = 2_000;

const Words = z.object({ words: z.array(z.string()) });

const ReportScope = ProjectScope.extend({ reportId: Identifier });

export const reportsContract = {
  /**
   * Reads the whole book, fenced chapters too, in a worker; of chapters that did not change since the last report nothing is
   * read again. `taskId`: how far it is comes as `jobs:changed` under this name, and it goes on without who asked. CANCELLED.
   */
  'reports:make': defineChannel(ProjectScope.extend({ taskId: Identifier.optional() }), Report),
  /**
   * The last report since the book was opened, whichever page asked for it; null where there is none. `isStale`: the text
   * went on since. CANCELLED.
   */
  'reports:latest': defineChannel(
    ProjectScope,
    z.object({ report: Report.nullable(), isStale: z.boolean() }),
  ),
  /** The places of a line, in the order of the book, as they read when the report was made. REPORT_NOT_FOUND. */
  'reports:places': defineChannel(
    ReportScope.extend({ lineId: Identifier }),
    z.object({ items: z.array(ReportPlace), total: Count }),
  ),
  /**
   * Where a place of a report is in the text as it is now; null where it was changed or deleted since.
   * REPORT_NOT_FOUND, DOCUMENT_NOT_FOUND for a chapter that is gone.
   */
  'reports:locate': defineChannel(
    ReportScope.extend({ documentId: Identifier, start: Count, end: Count }),
    z.object({ found: z.object({ start: Count, end: Count }).nullable() }),
  ),
  /** Words that reports look for in this book, beside those of all books, which are a setting. */
  'reports:watched:list': defineChannel(ProjectScope, Words),
  /** What the writer changed of them, so that two windows lose nothing to one another. */
  'reports:watched:change': defineChannel(ProjectScope.extend(WatchedWordsChange.shape), Words),
};
