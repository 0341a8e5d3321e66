import { access, constants, stat } from 'node:fs/promises';
import { AppError, type JsonObject } from '#shared/errors.ts';
import { errorCodeOf } from './scan.ts';

const full = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);
const denied = new Set(['EACCES', 'EPERM', 'EROFS']);

const isReachable = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
};

const isWritable = async (path: string): Promise<boolean> => {
  try {
    await access(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * What a failed write in a project means to the writer: PROJECT_FOLDER_MISSING, DISK_FULL,
 * PROJECT_FOLDER_UNWRITABLE or FILE_WRITE_FAILED. An AppError passes through.
 */
export const explainWriteFailure = async (
  root: string,
  error: unknown,
  details: JsonObject = {},
): Promise<AppError> => {
  if (error instanceof AppError) return error;
  const cause = errorCodeOf(error);
  const explained = { ...details, cause };
  if (!(await isReachable(root))) {
    return new AppError('PROJECT_FOLDER_MISSING', 'The project folder is gone.', explained, {
      cause: error,
    });
  }
  if (full.has(cause)) {
    return new AppError('DISK_FULL', 'The disk is full.', explained, { cause: error });
  }
  if (cause === 'EROFS' || (denied.has(cause) && !(await isWritable(root)))) {
    return new AppError(
      'PROJECT_FOLDER_UNWRITABLE',
      'The project folder cannot be written.',
      explained,
      {
        cause: error,
      },
    );
  }
  return new AppError('FILE_WRITE_FAILED', 'The file could not be written.', explained, {
    cause: error,
  });
};

/** Why a chapter cannot be read now: PROJECT_FOLDER_MISSING or DOCUMENT_UNREADABLE. */
export const explainReadFailure = async (
  root: string,
  path: string,
  detail: string,
): Promise<AppError> =>
  (await isReachable(root))
    ? new AppError('DOCUMENT_UNREADABLE', 'The chapter cannot be read.', { path, detail })
    : new AppError('PROJECT_FOLDER_MISSING', 'The project folder is gone.', { path });
