/** Runs the worker for one export. */
import { AppError } from '#shared/errors.ts';
import { runWorker } from '#main/base/processes/run-worker.ts';
import type { ExportAnswer, ExportOrder } from './export-order.ts';
import { SystemFailure } from './write-failure.ts';

const died = (): AppError => new AppError('INTERNAL', 'The export ended before it was done.');

/**
 * Resolves with the number of bytes that were written. Aborting ends the worker wherever it is; an unfinished file may be
 * left at `target`. Throws {@link SystemFailure}, CANCELLED, INTERNAL when the worker died.
 */
export const runExport = async (
  entry: URL,
  order: ExportOrder,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<number> => {
  const answer = await runWorker<number, ExportAnswer>(entry, order, { signal, onProgress, died });
  if (answer.kind === 'written') return answer.bytes;
  throw answer.cause === '' ? died() : new SystemFailure(answer.cause);
};
