/** Runs the worker for one backup. */
import { Worker } from 'node:worker_threads';
import type { BackupOrder, BackupOutcome, BackupReport } from './backup-order.ts';

export type RunningBackup = {
  /** Never rejects: a worker that dies is a failed backup. */
  report: Promise<BackupOutcome>;
  /** Ends it where it is; nothing but an unfinished file can be left of it. */
  cancel(): Promise<void>;
};

/** Small: it copies files, and must not grow beside the program. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 };

export const runBackup = (entry: URL, order: BackupOrder): RunningBackup => {
  const worker = new Worker(entry, { workerData: order, resourceLimits });
  let isCancelled = false;
  const report = new Promise<BackupOutcome>((resolve) => {
    worker.on('message', (message: BackupReport) => resolve(message));
    worker.on('error', () => resolve({ kind: 'failed', code: 'INTERNAL' }));
    worker.on('exit', () =>
      resolve(isCancelled ? { kind: 'cancelled' } : { kind: 'failed', code: 'INTERNAL' }),
    );
  });
  return {
    report,
    async cancel() {
      isCancelled = true;
      await worker.terminate();
    },
  };
};
