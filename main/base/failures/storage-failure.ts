/** What a failure of SQLite or of the file system under the data folder means to a caller. */
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { systemCode } from '#main/base/failures/system-code.ts';

const messages = {
  DISK_FULL: 'The disk is full.',
  DATABASE_LOCKED: 'Another program holds the database.',
  DATABASE_READ_ONLY: 'The database can be read but not written.',
  DATABASE_CORRUPT: 'The database is damaged.',
} as const satisfies Partial<Record<ErrorCode, string>>;

type StorageErrorCode = keyof typeof messages;

/** In order: the first pattern that fits names the code. */
const meanings: readonly [RegExp, StorageErrorCode][] = [
  // SQLite must lay out the index of its log before it can write: only a full disk keeps it from that.
  [/^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/, 'DISK_FULL'],
  [/^SQLITE_(BUSY|LOCKED)/, 'DATABASE_LOCKED'],
  [/^SQLITE_READONLY/, 'DATABASE_READ_ONLY'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'DATABASE_CORRUPT'],
];

/**
 * DISK_FULL, DATABASE_LOCKED, DATABASE_READ_ONLY or DATABASE_CORRUPT for the failures that mean one of them; any other
 * error comes back as it is. The message never quotes what was being written.
 */
export const explainStorageFailure = (error: unknown): unknown => {
  if (error instanceof AppError) return error;
  const cause = systemCode(error);
  const code = meanings.find(([pattern]) => pattern.test(cause))?.[1];
  return code === undefined
    ? error
    : new AppError(code, messages[code], { cause }, { cause: error });
};

/** Whether the database or the disk failed, and not what was asked of them. */
export const isStorageFailure = (error: unknown): boolean => {
  const explained = explainStorageFailure(error);
  return explained instanceof AppError && explained.code in messages;
};

/** The same as an AppError, to be told: INTERNAL for an error nobody expected, without its words. */
export const toldError = (error: unknown): AppError => {
  const explained = explainStorageFailure(error);
  return explained instanceof AppError
    ? explained
    : new AppError('INTERNAL', 'An unexpected error occurred; the log has its details.');
};

/** Whether SQLite says that the file is not, or no longer, a database. */
export const isDamage = (error: unknown): boolean =>
  /^SQLITE_(CORRUPT|NOTADB)/.test(systemCode(error));
