/** Runs a worker for one order: what it reports on the way, and what it answers in the end. */
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import { errorCodeOf } from '#main/base/failures/system-code.ts';

/** A step of the work, beside whatever the worker answers with. */
export type ProgressReport<Step> = { kind: 'progress'; step: Step };

export type WorkerRun<Step> = {
  signal: AbortSignal;
  resourceLimits?: ResourceLimits;
  onProgress?: (step: Step) => void;
  /** The error for a worker that ended without an answer; `code` is empty or Node's for why. */
  died(code: string): AppError;
};

/**
 * Resolves with the worker's answer. Aborting ends the worker wherever it is, and nobody hears of it any more: CANCELLED.
 * Throws what `died` makes of a worker that ended before.
 */
export const runWorker = async <Step, Answer extends { kind: string }>(
  entry: URL,
  order: object,
  { signal, resourceLimits, onProgress, died }: WorkerRun<Step>,
): Promise<Answer> => {
  signal.throwIfAborted();
  const worker = new Worker(entry, {
    workerData: order,
    ...(resourceLimits && { resourceLimits }),
  });
  const stop = (): void => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const end = (code: string): void => {
        const cancelled = new AppError('CANCELLED', 'The work was cancelled.');
        reject(signal.aborted ? cancelled : died(code));
      };
      worker.on('message', (message: ProgressReport<Step> | Answer) => {
        if (signal.aborted) end('');
        else if (isProgress(message)) onProgress?.(message.step);
        else resolve(message);
      });
      worker.on('error', (error) => end(errorCodeOf(error)));
      worker.on('exit', () => end(''));
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
};

const isProgress = <Step>(message: { kind: string }): message is ProgressReport<Step> =>
  message.kind === 'progress';
