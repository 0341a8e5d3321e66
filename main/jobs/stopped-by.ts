/** How work that goes on later stands after what stopped it. */
import type { Spent } from '#shared/domain/run.ts';
import { AppError, type ReplyError, replyError } from '#shared/errors.ts';
import { withSpent } from '#shared/usage-sum.ts';

type Stopped = { state: 'paused' | 'cancelled' | 'interrupted'; error: ReplyError | null };

/** Called off, broken off with its book or program, or in its way is what `error` says: INTERNAL where that is no AppError. */
export const stoppedBy = (error: unknown): Stopped => {
  if (!(error instanceof AppError)) {
    const failed = new AppError('INTERNAL', 'The job failed.');
    return { state: 'paused', error: replyError(failed) };
  }
  if (error.code === 'CANCELLED') return { state: 'cancelled', error: null };
  if (error.code === 'RUN_INTERRUPTED') return { state: 'interrupted', error: null };
  return { state: 'paused', error: replyError(error) };
};

/** As work stands that asks models, and whose program was killed: nobody heard what its last request took (N12). */
export const brokenOff = <Job extends { usage: Spent }>(
  job: Job,
): Job & { state: 'interrupted' } => ({
  ...job,
  state: 'interrupted',
  usage: withSpent(job.usage, [], true),
});
