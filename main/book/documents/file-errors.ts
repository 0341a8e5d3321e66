/** Says what a file system's failures mean to the writer. */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { access, constants, stat } from 'node:fs/promises';
import { AppError, type JsonObject } from '#shared/errors.ts';

const full = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);
const denied = new Set(['EACCES', 'EPERM']);

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

const writeFailures = {
  PROJECT_FOLDER_MISSING: 'The project folder is gone.',
  PROJECT_FOLDER_UNWRITABLE: 'The project folder cannot be written.',
  DISK_FULL: 'The disk is full.',
  DISK_READ_ONLY: 'The disk can only be read.',
  FILE_NAME_TOO_LONG: 'The name of the file is too long.',
  FILE_NOT_PERMITTED: 'This file may not be written.',
  FILE_WRITE_FAILED: 'The file could not be written.',
} as const;

const judgeWriteFailure = async (
  root: string,
  cause: string,
): Promise<keyof typeof writeFailures> => {
  if (!(await isReachable(root))) return 'PROJECT_FOLDER_MISSING';
  if (full.has(cause)) return 'DISK_FULL';
  if (cause === 'EROFS') return 'DISK_READ_ONLY';
  if (cause === 'ENAMETOOLONG') return 'FILE_NAME_TOO_LONG';
  if (!denied.has(cause)) return 'FILE_WRITE_FAILED';
  return (await isWritable(root)) ? 'FILE_NOT_PERMITTED' : 'PROJECT_FOLDER_UNWRITABLE';
};

/**
 * What a failed write in a project means to the writer: PROJECT_FOLDER_MISSING, DISK_FULL, DISK_READ_ONLY,
 * FILE_NAME_TOO_LONG, PROJECT_FOLDER_UNWRITABLE, FILE_NOT_PERMITTED or FILE_WRITE_FAILED. An AppError passes through.
 */
export const explainWriteFailure = async (
  root: string,
  error: unknown,
  details: JsonObject = {},
): Promise<AppError> => {
  if (error instanceof AppError) {
    const all = { ...error.details, ...details };
    return new AppError(error.code, error.message, all, { cause: error });
  }
  const cause = errorCodeOf(error);
  const code = await judgeWriteFailure(root, cause);
  return new AppError(code, writeFailures[code], { ...details, cause }, { cause: error });
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
