/** Packs or unpacks one book beside the program, which goes on meanwhile. */
import { parentPort, workerData } from 'node:worker_threads';
import { explainStorageFailure } from '#main/db/storage-failure.ts';
import { systemCode } from '#main/system-code.ts';
import { AppError } from '#shared/errors.ts';
import type { ArchiveOrder, ArchiveReport } from './archive-order.ts';
import { packVerified } from './pack-verified.ts';
import { unpackBook } from './unpack-book.ts';

const run = async (order: ArchiveOrder): Promise<ArchiveReport> => {
  if (order.kind === 'pack') return packVerified(order);
  const manifest = await unpackBook(order.path, order.folder, order);
  return { kind: 'unpacked', manifest };
};

const describe = (error: unknown): ArchiveReport => {
  const explained = explainStorageFailure(error);
  if (explained instanceof AppError) {
    const { code, message, details } = explained;
    return { kind: 'failed', code, message, details: details ?? {} };
  }
  const message = 'The book could not be packed or unpacked.';
  return { kind: 'failed', code: 'ARCHIVE_FAILED', message, details: { cause: systemCode(error) } };
};

const port = parentPort;
if (port) {
  void run(workerData)
    .catch(describe)
    .then((report) => port.postMessage(report));
}
