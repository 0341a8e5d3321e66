/** Reports on the whole book: made in a worker, kept in memory while the book is open, sent nowhere (W7). */
import type { Database } from 'better-sqlite3';
import type { Jobs } from '#main/jobs/service.ts';
import type { EventSink } from '#shared/contract/events.ts';
import { listPlaces, locatePlace } from './find-place.ts';
import type { KeptBooks } from './kept.ts';
import { latestReport } from './latest-report.ts';
import { makeReport, type ReportSources } from './make-report.ts';
import { createWatchedWords } from './watched-words.ts';
import type { ReportsService } from './service.ts';

export const createReports = (
  needs: Omit<ReportSources, 'watchedWords'> & {
    jobs: Jobs;
    database: Database;
    events: EventSink;
    /** Words to be told of in every book. */
    watchedWords(): readonly string[];
  },
): ReportsService => {
  const { database, events, platform, watchedWords } = needs;
  const kept: KeptBooks = new Map();
  const ofBook = createWatchedWords({ database, events, clock: platform.clock });
  const sources: ReportSources & { jobs: Jobs } = {
    ...needs,
    watchedWords: (projectId) => [
      ...new Set([...ofBook.listWatched(projectId), ...watchedWords()]),
    ],
  };
  return {
    ...ofBook,
    make({ projectId, taskId }, signal) {
      const about = { kind: 'reports', projectId, taskId, outlives: true } as const;
      return sources.jobs.run(about, signal, async (run) => {
        const now = await makeReport(sources, projectId, kept.get(projectId), run);
        // Nothing is kept of a book that was closed meanwhile.
        if (!run.signal.aborted) kept.set(projectId, now);
        return now.report.made;
      });
    },
    latest: ({ projectId }, signal) => latestReport(kept, sources, projectId, signal),
    listPlaces: (input) => listPlaces(kept, input),
    locate: (input) => locatePlace(kept, sources.documents, input),
    async closeProject(projectId) {
      await sources.jobs.endProject(projectId, ['reports']);
      kept.delete(projectId);
    },
  };
};
