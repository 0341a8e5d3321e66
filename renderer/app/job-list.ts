/** Long work of all books and windows of this machine, as far as this window shows it (W9). */
import { create } from 'zustand';
import type { Job, JobKind } from '#shared/domain/job.ts';

type JobsState = {
  items: readonly Job[];
  /** Work this window shows the end of by itself. */
  attended: ReadonlySet<string>;
  /** Work this page asked for: of no other the place where it is asked for shows the end. */
  asked: ReadonlySet<string>;
};

export const useJobs = create<JobsState>()(() => ({
  items: [],
  attended: new Set(),
  asked: new Set(),
}));

export const isUnderWay = ({ state }: Job): boolean =>
  state === 'running' || state === 'cancelling';

/** Which work of a book. */
export type BookWork = { projectId: string | undefined; kinds: readonly JobKind[] };

/** What is under way of it, whoever asked for it: this page, another one, or this one before it was loaded anew. */
export const findRunning = (
  items: readonly Job[],
  { projectId, kinds }: BookWork,
): Job | undefined =>
  items.find((job) => job.projectId === projectId && kinds.includes(job.kind) && isUnderWay(job));

export const useRunningJob = (work: BookWork): Job | undefined =>
  useJobs(({ items }) => findRunning(items, work));

/**
 * `then` is told of what has ended of it, also where nobody heard the event: then the list was read anew.
 * @returns ends it
 */
export const onWorkEnded = (work: BookWork, then: (ended: Job) => void): (() => void) =>
  useJobs.subscribe(({ items }, before) => {
    const was = findRunning(before.items, work);
    if (was === undefined || findRunning(items, work)?.jobId === was.jobId) return;
    then(items.find(({ jobId }) => jobId === was.jobId) ?? was);
  });

/** One that began, went on or ended; null for one that is in the list no more. */
export const receiveJob = (jobId: string, job: Job | null): void =>
  useJobs.setState(({ items }) => {
    const others = items.filter((one) => one.jobId !== jobId);
    if (job === null) return { items: others };
    const at = items.findIndex((one) => one.jobId === jobId);
    // It keeps its place while it goes on; what has just ended is the first that has.
    if (at >= 0 && isUnderWay(job)) return { items: items.with(at, job) };
    const begun = others.filter(isUnderWay);
    return { items: [...begun, job, ...others.filter((one) => !isUnderWay(one))] };
  });

export const noteAsked = (jobId: string): void =>
  useJobs.setState(({ asked }) => ({ asked: new Set(asked).add(jobId) }));

/** A name for work that is about to be asked for. */
export const nameWork = (): string => {
  const taskId = crypto.randomUUID();
  noteAsked(taskId);
  return taskId;
};

/** @returns ends it */
const attendJob = (jobId: string): (() => void) => {
  const set = (change: (attended: Set<string>) => unknown): void =>
    useJobs.setState(({ attended }) => {
      const next = new Set(attended);
      change(next);
      return { attended: next };
    });
  set((attended) => attended.add(jobId));
  return () => set((attended) => attended.delete(jobId));
};

/**
 * This window tells the end of it with the answer it waits for. The event of the end, or even of the beginning, may come
 * after that answer: the work is attended until whoever tells of ends has looked at it.
 * @returns attends it no more
 */
export function attendEnd(jobId: string): () => void {
  const hasEnded = (items: readonly Job[]): boolean =>
    items.some((job) => job.jobId === jobId && !isUnderWay(job));
  if (hasEnded(useJobs.getState().items)) return () => undefined;
  const leave = attendJob(jobId);
  const stop = useJobs.subscribe(({ items }) => {
    if (!hasEnded(items)) return;
    stop();
    queueMicrotask(leave);
  });
  return () => {
    stop();
    leave();
  };
}

/** The event of a beginning that has not come so long after the call failed comes no more; milliseconds. */
const lateBeginning = 60_000;

/** Work whose end this window tells with the answer, attended under a name of its own from before it begins. */
export const askAttended = async <T>(ask: (taskId: string) => Promise<T>): Promise<T> => {
  const taskId = crypto.randomUUID();
  const leave = attendEnd(taskId);
  try {
    return await ask(taskId);
  } catch (error) {
    // A call that is refused (PROJECT_LOCKED) begins no work, and no event ends it.
    setTimeout(() => {
      if (!useJobs.getState().items.some(({ jobId }) => jobId === taskId)) leave();
    }, lateBeginning);
    throw error;
  }
};

type EndedJob = Job & { state: Exclude<Job['state'], 'running' | 'cancelling' | 'cancelled'> };

/**
 * Work that ended between the two and is told of nowhere else.
 * @param isShown whether it is told, or shown, where it was asked for
 */
export function endsToTell(
  { items }: JobsState,
  before: JobsState,
  isShown: (job: Job) => boolean,
): EndedJob[] {
  if (items === before.items) return [];
  return items.filter((job): job is EndedJob => {
    const was = before.items.find(({ jobId }) => jobId === job.jobId);
    if (!was || !isUnderWay(was) || isUnderWay(job)) return false;
    // Who called it off knows it.
    const isKnown = job.state === 'cancelled' || before.attended.has(job.jobId);
    return !isKnown && !isShown(job);
  });
}
