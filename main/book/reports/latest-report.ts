/** The last report of a book, for a page that did not ask for it, or was loaded anew while it was made. */
import type { Output } from '#shared/contract/index.ts';
import type { KeptBooks, ReadChapter } from './kept.ts';
import { readBook, type ReportSources } from './make-report.ts';

const versionsOf = (chapters: readonly ReadChapter[]): string =>
  JSON.stringify(chapters.map(({ documentId, version }) => [documentId, version]));

export const latestReport = async (
  kept: KeptBooks,
  sources: Pick<ReportSources, 'documents'>,
  projectId: string,
  signal: AbortSignal,
): Promise<Output<'reports:latest'>> => {
  const report = kept.get(projectId)?.report;
  if (report === undefined) return { report: null, isStale: false };
  const { chapters } = await readBook(sources, projectId, signal);
  return { report: report.made, isStale: versionsOf(chapters) !== versionsOf(report.chapters) };
};
