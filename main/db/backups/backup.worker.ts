/** Makes one backup beside the program, which goes on meanwhile. */
import { parentPort, workerData } from 'node:worker_threads';
import { connectForCopying } from '../connect.ts';
import { explainStorageFailure } from '#main/base/failures/storage-failure.ts';
import { systemCode } from '#main/base/failures/system-code.ts';
import { AppError } from '#shared/errors.ts';
import { BackupRefused, makeBackup } from './make-backup.ts';
import type { BackupOrder, BackupReport } from './backup-order.ts';

const run = async ({ file, ...request }: BackupOrder): Promise<BackupReport> => {
  const source = connectForCopying(file, request.binding);
  try {
    const { sequence } = await makeBackup(source, request);
    return { kind: 'made', sequence };
  } finally {
    source.close();
  }
};

const describe = (error: unknown): BackupReport => {
  if (error instanceof BackupRefused) return { kind: 'failed', code: 'DATABASE_CORRUPT' };
  const explained = explainStorageFailure(error);
  return {
    kind: 'failed',
    code: explained instanceof AppError ? explained.code : systemCode(error) || 'INTERNAL',
  };
};

const port = parentPort;
if (port) {
  void run(workerData)
    .catch(describe)
    .then((report) => port.postMessage(report));
}
