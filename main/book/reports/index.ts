/** Reports on the whole book: made in a worker, kept in memory while the book is open, sent nowhere (W7). */
import type { EventSink } from '#shared/contract/events.ts';
import { createRunningWork } from '#main/running-work.ts';
import { reportTask } from '#main/task-progress.ts';
import { listPlaces, locatePlace } from './find-place.ts';
import type { KeptBooks } from './kept.ts';
import { makeReport, type ReportSources } from './make-report.ts';
import type { ReportsService } from './service.ts';

export const createReports = (sources: ReportSources & { events: EventSink }): ReportsService => {
  const kept: KeptBooks = new Map();
  const running = createRunningWork();
  /** Ends what is made for a book, when the book is closed. */
  const endings = new Map<string, AbortController>();
  const endingOf = (projectId: string): AbortController => {
    const known = endings.get(projectId) ?? new AbortController();
    endings.set(projectId, known);
    return known;
  };
  return {
    make({ projectId, taskId }, signal) {
      const ending = endingOf(projectId).signal;
      const both = AbortSignal.any([signal, ending]);
      return running.run(both, async (ended) => {
        const run = { signal: ended, report: reportTask(sources.events, taskId) };
        const made = await makeReport(sources, projectId, kept.get(projectId), run);
        if (!ending.aborted) kept.set(projectId, made.kept);
        return made.report;
      });
    },
    listPlaces: (input) => listPlaces(kept, input),
    locate: (input) => locatePlace(kept, sources.documents, input),
    closeProject(projectId) {
      endings.get(projectId)?.abort();
      endings.delete(projectId);
      kept.delete(projectId);
    },
    close: () => running.close(),
  };
};
