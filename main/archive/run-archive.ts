/** Runs the worker for one archive. */
import { AppError } from '#shared/errors.ts';
import { runWorker } from '#main/base/processes/run-worker.ts';
import type { ReportProgress } from '#main/jobs/service.ts';
import type { ArchiveAnswer, ArchiveOrder } from './archive-order.ts';
import type { ArchiveStep } from './archive-step.ts';

/** A file of the book is in memory at a time, outside of the heap; the list of them in it. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 };

const died = (): AppError =>
  new AppError('ARCHIVE_FAILED', 'The book could not be packed or unpacked.');

/** What ends the work on an archive, and who hears how far it is. */
export type ArchiveRun = { signal: AbortSignal; report: ReportProgress };

/** Throws the error the worker met; ARCHIVE_FAILED when it died; CANCELLED when the signal aborts, and it ends then. */
export const runArchive = async (
  entry: URL,
  order: ArchiveOrder,
  { signal, report }: ArchiveRun,
): Promise<Exclude<ArchiveAnswer, { kind: 'failed' }>> => {
  const run = { signal, resourceLimits, died, onProgress: report };
  const answer = await runWorker<ArchiveStep, ArchiveAnswer>(entry, order, run);
  if (answer.kind !== 'failed') return answer;
  throw new AppError(answer.code, answer.message, answer.details);
};
