/** What a failed write of an exported file means to the writer. */
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { diskFailures, systemCode } from '#main/base/failures/system-code.ts';

/** A failure of the file system that happened elsewhere, told by its code. */
export class SystemFailure extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.name = 'SystemFailure';
    this.code = code;
  }
}

const messages = {
  DISK_FULL: 'The disk is full.',
  DISK_READ_ONLY: 'The disk can only be read.',
  FILE_NAME_TOO_LONG: 'The name of the file is too long.',
  FILE_NOT_PERMITTED: 'This file may not be written.',
  EXPORT_FOLDER_MISSING: 'The folder is not there.',
  FILE_WRITE_FAILED: 'The file could not be written.',
} as const satisfies Partial<Record<ErrorCode, string>>;

const meanings: Readonly<Record<string, keyof typeof messages>> = {
  ...diskFailures,
  EACCES: 'FILE_NOT_PERMITTED',
  EPERM: 'FILE_NOT_PERMITTED',
  ENOENT: 'EXPORT_FOLDER_MISSING',
  ENOTDIR: 'EXPORT_FOLDER_MISSING',
};

/**
 * DISK_FULL, DISK_READ_ONLY, FILE_NAME_TOO_LONG, FILE_NOT_PERMITTED, EXPORT_FOLDER_MISSING or FILE_WRITE_FAILED for the
 * system's failures, without the path; any other error comes back as it is.
 */
export const explainExportFailure = (error: unknown): unknown => {
  const cause = systemCode(error);
  if (error instanceof AppError || cause === '') return error;
  const code = meanings[cause] ?? 'FILE_WRITE_FAILED';
  return new AppError(code, messages[code], { cause }, { cause: error });
};
