/** Long work of all books and windows of this machine, as far as this window shows it (W9). */
import { create } from 'zustand';
import { call } from '#renderer/rpc/index.ts';
import type { Job } from '#shared/domain/job.ts';

type JobsState = {
  items: readonly Job[];
  /** Work this window shows the end of by itself. */
  attended: ReadonlySet<string>;
};

export const useJobs = create<JobsState>()(() => ({ items: [], attended: new Set() }));

export const isUnderWay = ({ state }: Job): boolean =>
  state === 'running' || state === 'cancelling';

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

export const readJobs = async (): Promise<void> => {
  const { items } = await call('jobs:list', {});
  useJobs.setState({ items });
};

/** @returns ends it */
export const attendJob = (jobId: string): (() => void) => {
  const set = (change: (attended: Set<string>) => unknown): void =>
    useJobs.setState(({ attended }) => {
      const next = new Set(attended);
      change(next);
      return { attended: next };
    });
  set((attended) => attended.add(jobId));
  return () => set((attended) => attended.delete(jobId));
};

/** Whoever asked for it hears that it was called off. */
export const cancelJob = (jobId: string): Promise<unknown> => call('jobs:cancel', { jobId });
export const dismissJob = (jobId: string): Promise<unknown> => call('jobs:dismiss', { jobId });
