/** Says how long work ended whose place is closed by then, or that another window began (W9). */
import { useEffect } from 'react';
import { endsToTell, useJobs } from '#renderer/app/job-list.ts';
import { notify } from '#renderer/app/notices.ts';
import { failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { isOpenProject } from '#renderer/app/session.ts';
import type { Job } from '#shared/domain/job.ts';
import { homes } from './homes.ts';
import { nameOfJob } from './name-of-job.ts';

const isOfOtherBook = ({ projectId }: Job): boolean =>
  projectId !== null && !isOpenProject(projectId);

/** Whether the place that shows how it ended is open; of another book, page or window it shows nothing. */
const isShown = (job: Job): boolean => {
  const { isOpen, isOfAll = false } = homes[job.kind];
  if (isOpen === null) return true;
  return isOpen() && !isOfOtherBook(job) && (isOfAll || useJobs.getState().asked.has(job.jobId));
};

/** Mounted once. */
export function useTellingJobEnds(): void {
  const { t } = useWords();
  useEffect(
    () =>
      useJobs.subscribe((now, before) => {
        for (const job of endsToTell(now, before, isShown)) {
          const { state, code } = job;
          const words = code === null ? '' : failureWords(t, { code }).what;
          const kind = nameOfJob(t, isOfOtherBook(job) ? job : { ...job, book: null });
          notify({ place: 'binder', text: t(`jobs:ended.${state}`, { kind, words }) });
        }
      }),
    [t],
  );
}
