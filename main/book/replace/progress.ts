/** Tells how far a replacement or an undo is, and ends it between two chapters. */
import type { EventPayload } from '#shared/contract/events.ts';
import { AppError } from '#shared/errors.ts';
import type { ReplaceParts } from './parts.ts';

type Step = EventPayload<'manuscript:progress'>['step'];

export const tellProgress =
  ({ events }: Pick<ReplaceParts, 'events'>, projectId: string, step: Step, total: number) =>
  (done: number): void => {
    events.emit('manuscript:progress', { projectId, step, done, total });
  };

/** CANCELLED. */
export const throwIfCancelled = (signal: AbortSignal): void => {
  if (signal.aborted) throw new AppError('CANCELLED', 'The writer ended it.');
};
