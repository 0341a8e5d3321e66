/** Long work of a place as that place shows it, also where another page asked for it, or this one before it was loaded anew. */
import { type BookWork, useRunningJob } from './job-list.ts';
import { cancelJob } from './jobs.ts';
import type { TaskState } from './long-task.ts';
import { reportFailure } from './report-failure.ts';
import { useSession } from './session.ts';

/** @param own what this page has asked for and still waits for */
export function useRunningTask(own: TaskState | null, work: BookWork): TaskState | null {
  const job = useRunningJob(work);
  if (own !== null || job === undefined) return own;
  const { jobId, step, done, total, canCancel } = job;
  const cancel = (): void => void cancelJob(jobId).catch(reportFailure);
  return { step, done, total, cancel: canCancel ? cancel : null };
}

/** The same, of the book that is open. */
export function useTaskOfBook(own: TaskState | null, kinds: BookWork['kinds']): TaskState | null {
  const projectId = useSession((session) => session.project?.projectId);
  return useRunningTask(own, { projectId, kinds });
}
