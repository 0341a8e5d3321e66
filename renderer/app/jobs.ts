/** What is asked of long work (W9); what is known of it stands in `job-list.ts`. */
import { call } from '#renderer/rpc/index.ts';
import { useJobs } from './job-list.ts';

export const readJobs = async (): Promise<void> => {
  const { items } = await call('jobs:list', {});
  useJobs.setState({ items });
};

/** Whoever asked for it hears that it was called off. */
export const cancelJob = (jobId: string): Promise<unknown> => call('jobs:cancel', { jobId });
export const dismissJob = (jobId: string): Promise<unknown> => call('jobs:dismiss', { jobId });
