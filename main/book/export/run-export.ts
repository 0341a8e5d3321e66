/** Runs the worker for one export. */
import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import type { ExportOrder, ExportReport } from './export-order.ts';
import { SystemFailure } from './write-failure.ts';

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
  signal.throwIfAborted();
  const worker = new Worker(entry, { workerData: order });
  const stop = (): void => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<number>((resolve, reject) => {
      const died = (): void => {
        const code = signal.aborted ? 'CANCELLED' : 'INTERNAL';
        reject(new AppError(code, 'The export ended before it was done.'));
      };
      worker.on('message', (message: ExportReport) => {
        if (message.kind === 'progress') onProgress(message.done);
        else if (message.kind === 'written') resolve(message.bytes);
        else if (message.cause === '') died();
        else reject(new SystemFailure(message.cause));
      });
      worker.on('error', died);
      worker.on('exit', died);
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
};
