/** Packs or unpacks one book beside the program, which goes on meanwhile. */
import { parentPort, workerData } from 'node:worker_threads';
import { explainStorageFailure } from '#main/base/failures/storage-failure.ts';
import type { ProgressReport } from '#main/base/processes/run-worker.ts';
import { systemCode } from '#main/base/failures/system-code.ts';
import { AppError } from '#shared/errors.ts';
import type { ArchiveAnswer, ArchiveOrder } from './archive-order.ts';
import type { ArchiveStep } from './archive-step.ts';
import { packVerified } from './pack-verified.ts';
import { unpackBook } from './unpack-book.ts';

const port = parentPort;

const report = (message: ProgressReport<ArchiveStep> | ArchiveAnswer): void =>
  port?.postMessage(message);
const onStep = (step: ArchiveStep): void => report({ kind: 'progress', step });

const run = async (order: ArchiveOrder): Promise<ArchiveAnswer> => {
  if (order.kind === 'pack') return packVerified(order, onStep);
  const manifest = await unpackBook(order.path, order.folder, { ...order, onStep });
  return { kind: 'unpacked', manifest };
};

const describe = (error: unknown): ArchiveAnswer => {
  const explained = explainStorageFailure(error);
  if (explained instanceof AppError) {
    const { code, message, details } = explained;
    return { kind: 'failed', code, message, details: details ?? {} };
  }
  const message = 'The book could not be packed or unpacked.';
  return { kind: 'failed', code: 'ARCHIVE_FAILED', message, details: { cause: systemCode(error) } };
};

if (port) void run(workerData).catch(describe).then(report);
