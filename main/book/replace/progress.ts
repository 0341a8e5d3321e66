/** Tells how far a replacement or an undo is, and ends it between two chapters. */
import type { RunningJob } from '#main/jobs/service.ts';
import { AppError } from '#shared/errors.ts';

/** A chapter and a record are a step each. */
export const tellProgress =
  ({ report }: Pick<RunningJob, 'report'>, step: 'replacing' | 'takingBack', total: number) =>
  (done: number): void =>
    report({ step, done, total });

/** CANCELLED. */
export const throwIfCancelled = (signal: AbortSignal): void => {
  if (signal.aborted) throw new AppError('CANCELLED', 'The writer ended it.');
};
