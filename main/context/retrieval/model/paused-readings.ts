/** Books whose reading by the writer's own sentence model the writer has paused: the list of work keeps it over a restart (E5). */
import type { Jobs } from '#main/jobs/service.ts';
import type { Job } from '#shared/domain/job.ts';

export const pausedReadings = (jobs: Pick<Jobs, 'list'>): Job[] =>
  jobs.list().filter(({ kind, state }) => kind === 'sentenceModel' && state === 'paused');

/** Of one book, or of all. */
export const endPauses = (jobs: Pick<Jobs, 'list' | 'dismiss'>, projectId?: string): void => {
  for (const job of pausedReadings(jobs)) {
    if (projectId === undefined || job.projectId === projectId) jobs.dismiss(job.jobId);
  }
};
