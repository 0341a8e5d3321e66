/** Says why a database could not be opened. */
import { statfsSync } from 'node:fs';
import { AppError } from '#shared/errors.ts';
import { explainStorageFailure } from '#main/base/failures/storage-failure.ts';
import { systemCode } from '#main/base/failures/system-code.ts';

/** Below so many free bytes SQLite cannot even begin: the index of its log alone has 32 KiB. */
const minRoom = 64 * 1024;

const unwritable: ReadonlySet<string> = new Set([
  'SQLITE_CANTOPEN',
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'ENOENT',
]);

const isFull = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < minRoom;
  } catch (error) {
    // Where the folder itself cannot be reached, the failure that led here says more.
    if (systemCode(error) === '') throw error;
    return false;
  }
};

/** Why a data folder cannot be used: DISK_FULL, DATA_FOLDER_UNWRITABLE, or what a failure of the database means. */
export const explainOpenFailure = (folder: string, error: unknown): unknown => {
  const code = systemCode(error);
  if (error instanceof AppError || code === '') return error;
  const explained = explainStorageFailure(error);
  const isDiskFull = explained instanceof AppError && explained.code === 'DISK_FULL';
  if (isDiskFull || (/^SQLITE_(IOERR|CANTOPEN)/.test(code) && isFull(folder))) {
    return new AppError(
      'DISK_FULL',
      `The disk of the data folder is full: ${folder}`,
      { folder, cause: code },
      { cause: error },
    );
  }
  if (!unwritable.has(code.replace(/^SQLITE_CANTOPEN.*/, 'SQLITE_CANTOPEN'))) return explained;
  return new AppError(
    'DATA_FOLDER_UNWRITABLE',
    `The data folder cannot be written: ${folder}`,
    { folder, cause: code },
    { cause: error },
  );
};
