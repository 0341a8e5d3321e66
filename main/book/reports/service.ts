/** What others may ask of the reports on a book. */
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { BookPart, WatchedWordFields } from '../record-source.ts';

export type ReportsService = {
  /** CANCELLED, also where the book or the program is closed; PROJECT_CLOSED, INTERNAL when the worker died. */
  make(input: Parsed<'reports:make'>, signal: AbortSignal): Promise<Output<'reports:make'>>;
  /** CANCELLED, PROJECT_CLOSED. */
  latest(input: Parsed<'reports:latest'>, signal: AbortSignal): Promise<Output<'reports:latest'>>;
  /** REPORT_NOT_FOUND, also for a line that it does not have. */
  listPlaces(input: Parsed<'reports:places'>): Output<'reports:places'>;
  /** REPORT_NOT_FOUND, DOCUMENT_NOT_FOUND, INVALID_INPUT for a place outside of the text. */
  locate(input: Parsed<'reports:locate'>): Promise<Output<'reports:locate'>>;
  /** Words that this book's reports look for, beside those of all books. */
  listWatched(projectId: string): string[];
  changeWatched(input: Parsed<'reports:watched:change'>): string[];
  bookPart: BookPart<WatchedWordFields>;
  forgetProject(projectId: string): void;
  /** Ends what is being made for a book, and forgets what was read of it. */
  closeProject(projectId: string): Promise<void>;
};
