/** The calls about long work (W9): all of it in one place, whichever window asked for it. */
import { z } from 'zod';
import { Identifier, Nothing } from '../domain/identifiers.ts';
import { Job } from '../domain/job.ts';
import { defineChannel } from './define.ts';

const OneJob = z.object({ jobId: Identifier });

export const jobsContract = {
  /** What is under way, then what became of the last ones, the newest first. Changes come as `jobs:changed`. */
  'jobs:list': defineChannel(z.object({}), z.object({ items: z.array(Job) })),
  /**
   * Calls work off: whoever asked for it is answered CANCELLED. Work of this name that has not begun yet does not begin.
   * Nothing happens where it has ended, or cannot be called off any more.
   */
  'jobs:cancel': defineChannel(OneJob, Nothing),
  /** Takes what became of a job off the list. Nothing happens to one under way. */
  'jobs:dismiss': defineChannel(OneJob, Nothing),
};
