/** Long work on files: how far it is, and how it is called off. */
import { failureOf } from '#renderer/i18n/failure.ts';
import { on } from '#renderer/rpc/index.ts';
import type { TaskStep } from '#shared/domain/task-step.ts';
import { nameWork } from './job-list.ts';
import { cancelJob } from './jobs.ts';
import { reportFailure } from './report-failure.ts';

export type TaskState = {
  /** Null until the program has told of it. */
  step: TaskStep | null;
  done: number;
  /** 0 where nobody knows. */
  total: number;
  /** Null once it cannot be called off any more. */
  cancel: (() => void) | null;
};

/**
 * `options`: of a call of which nothing stays but its answer. One that leaves something behind is made without them: called
 * off too late it is done, and its answer says so.
 */
export type TaskCall = { taskId: string; options: { signal: AbortSignal } };

/**
 * Resolves with what the work makes, or null when it was cancelled, here or in another window; `onState` is told how far
 * it is. Work that the program names goes on without this page: it is called off by its name.
 * @throws whatever the work throws
 */
export async function runTask<T>(
  work: (call: TaskCall) => Promise<T>,
  onState: (state: TaskState) => void,
): Promise<T | null> {
  const leaving = new AbortController();
  const taskId = nameWork();
  let known: Omit<TaskState, 'cancel'> = { step: null, done: 0, total: 0 };
  const cancel = (): void => {
    onState({ ...known, cancel: null });
    cancelJob(taskId).catch(reportFailure);
    leaving.abort();
  };
  const stopListening = on('jobs:changed', ({ jobId, job }) => {
    if (jobId !== taskId || job === null || job.endedAt !== null || job.step === null) return;
    const { step, done, total } = job;
    known = { step, done, total };
    onState({ ...known, cancel: job.canCancel && !leaving.signal.aborted ? cancel : null });
  });
  onState({ ...known, cancel });
  try {
    return await work({ taskId, options: { signal: leaving.signal } });
  } catch (error) {
    if (failureOf(error).code === 'CANCELLED') return null;
    throw error;
  } finally {
    stopListening();
  }
}
