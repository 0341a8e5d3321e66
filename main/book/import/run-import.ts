/** Runs the worker for one look at a file. */
import { AppError } from '#shared/errors.ts';
import type { Platform } from '#main/platform.ts';
import { runWorker } from '#main/base/processes/run-worker.ts';
import type { Progress, ReportProgress } from '#main/jobs/service.ts';
import { tooLarge } from './failures.ts';
import type { ImportAnswer, ImportOrder } from './import-order.ts';

/** Room for the largest text that is read, in each form it passes through; a file that asks for more is refused. */
const resourceLimits = { maxOldGenerationSizeMb: 2048 };

/** What ends the work on an import, and who hears how far it is. */
export type ImportRun = { signal: AbortSignal; report: ReportProgress };

const died = (code: string): AppError =>
  code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? tooLarge('memory', {})
    : new AppError('INTERNAL', 'The reader of the file ended before it was done.');

/** Throws the error the worker met; IMPORT_TOO_LARGE when the file asks for too much memory; CANCELLED; INTERNAL. */
export const runImport = async <Kind extends ImportOrder['kind']>(
  { workers, logger }: Pick<Platform, 'workers' | 'logger'>,
  order: ImportOrder & { kind: Kind },
  { signal, report }: ImportRun,
): Promise<Extract<ImportAnswer, { kind: Kind }>> => {
  const run = { signal, resourceLimits, died, onProgress: report };
  const answer = await runWorker<Progress, ImportAnswer>(workers.import, order, run);
  if (answer.kind === order.kind) return answer as Extract<ImportAnswer, { kind: Kind }>;
  if (answer.kind === 'failed') throw new AppError(answer.code, answer.message, answer.details);
  if (answer.kind === 'broken') logger.log('error', 'a file could not be read', answer.report);
  throw died('');
};
