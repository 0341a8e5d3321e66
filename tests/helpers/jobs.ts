import { createJobs } from '#main/jobs/index.ts';
import type { Jobs } from '#main/jobs/service.ts';

/** The real list of long work, heard by nobody. */
export const openJobs = (data: string): Jobs =>
  createJobs({
    paths: { data },
    clock: { now: () => Date.now() },
    logger: { log: () => undefined },
    events: { emit: () => undefined },
    nameOf: () => null,
  });
