/** Reports on the whole book: made in a worker, kept in memory while the book is open, sent nowhere (W7). */
import type { Jobs } from '#main/jobs/service.ts';
import { listPlaces, locatePlace } from './find-place.ts';
import type { KeptBooks } from './kept.ts';
import { makeReport, type ReportSources } from './make-report.ts';
import type { ReportsService } from './service.ts';

export const createReports = (sources: ReportSources & { jobs: Jobs }): ReportsService => {
  const kept: KeptBooks = new Map();
  return {
    make({ projectId, taskId }, signal) {
      const about = { kind: 'reports', projectId, taskId, outlives: true } as const;
      return sources.jobs.run(about, signal, async (run) => {
        const made = await makeReport(sources, projectId, kept.get(projectId), run);
        // Nothing is kept of a book that was closed meanwhile.
        if (!run.signal.aborted) kept.set(projectId, made.kept);
        return made.report;
      });
    },
    listPlaces: (input) => listPlaces(kept, input),
    locate: (input) => locatePlace(kept, sources.documents, input),
    async closeProject(projectId) {
      await sources.jobs.endProject(projectId, ['reports']);
      kept.delete(projectId);
    },
  };
};
