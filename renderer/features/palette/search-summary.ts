/** What stands above the places that the search of the whole book found (F24). */
import { findRunning } from '#renderer/app/job-list.ts';
import { failureOf, failureWords } from '#renderer/i18n/failure.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import type { Job } from '#shared/domain/job.ts';
import { minLength } from './passages.ts';
import type { FoundPassages } from './use-passages.ts';

type Unread = Pick<Job, 'done' | 'total'>;

/** The work that makes a book's chapters ready to be searched, of a book that has just come in for one; null at other times. */
export const readingOf = (jobs: readonly Job[], projectId: string | undefined): Job | null =>
  findRunning(jobs, { projectId, kinds: ['index'] }) ?? null;

/** @param unread how far that work is: what was not found may stand in what it has not come to */
export function summaryOf(
  t: Translate,
  query: string,
  state: FoundPassages,
  unread: Unread | null,
): string {
  if (query.trim().length < minLength) return t('palette:book.hint', { count: minLength });
  if (state.searching && state.passages.length === 0) return t('palette:searching');
  if (state.failure !== null) return failureWords(t, failureOf(state.failure)).what;
  const isUncounted = unread?.total === 0;
  if (isUncounted && state.passages.length === 0) return t('palette:searching');
  const values = { count: state.passages.length };
  const found = t(state.cut ? 'palette:book.first' : 'palette:book.found', values);
  if (unread !== null && !isUncounted) return t('palette:book.reading', { found, ...unread });
  return state.passages.length === 0 ? t('palette:book.none', { query }) : found;
}
