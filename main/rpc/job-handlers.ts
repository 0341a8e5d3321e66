/** The channels of long work (W9). */
import type { Jobs } from '#main/jobs/service.ts';
import type { Handlers } from './dispatch.ts';

type JobChannel = Extract<keyof Handlers, `jobs:${string}`>;

export const createJobHandlers = (jobs: Jobs): Pick<Handlers, JobChannel> => ({
  'jobs:list': () => ({ items: jobs.list() }),
  'jobs:cancel': ({ jobId }) => {
    jobs.cancel(jobId);
    return {};
  },
  'jobs:dismiss': ({ jobId }) => {
    jobs.dismiss(jobId);
    return {};
  },
});
