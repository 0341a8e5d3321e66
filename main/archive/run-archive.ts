/** Runs the worker for one archive. */
import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import type { ArchiveOrder, ArchiveReport } from './archive-order.ts';

/** A file of the book is in memory at a time, outside of the heap; the list of them in it. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 };

const died = (): AppError =>
  new AppError('ARCHIVE_FAILED', 'The book could not be packed or unpacked.');

/** Throws the error the worker met; ARCHIVE_FAILED when it died; CANCELLED when the signal aborts, and it ends then. */
export const runArchive = async (
  entry: URL,
  order: ArchiveOrder,
  signal: AbortSignal,
): Promise<Exclude<ArchiveReport, { kind: 'failed' }>> => {
  signal.throwIfAborted();
  const worker = new Worker(entry, { workerData: order, resourceLimits });
  const end = (): void => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  try {
    const report = await new Promise<ArchiveReport>((resolve, reject) => {
      worker.on('message', resolve);
      worker.on('error', () => reject(died()));
      worker.on('exit', () => reject(died()));
    });
    if (report.kind !== 'failed') return report;
    throw new AppError(report.code, report.message, report.details);
  } catch (error) {
    if (signal.aborted) throw new AppError('CANCELLED', 'The archive was cancelled.');
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
};
