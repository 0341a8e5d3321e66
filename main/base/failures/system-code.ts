/** The codes of failures that come from the system or from SQLite. */
import type { ErrorCode } from '#shared/errors.ts';

/** The system's own code of a failure (`ENOSPC`, `SQLITE_FULL`), or ''. */
export const systemCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** The code of a failure where something has to be said of it: UNKNOWN where there is none. */
export const errorCodeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';

/** Whether a failure says that there is no such file, or no folder on the way to it. */
export const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(systemCode(error));

/** What a look at the disk finds, or `otherwise` where there is nothing to look at. Other errors pass. */
export const unlessMissing = async <T>(look: Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await look;
  } catch (error) {
    if (isMissing(error)) return otherwise;
    throw error;
  }
};

/** What the system's codes for a disk mean to the writer, wherever it was that something could not be written. */
export const diskFailures = {
  ENOSPC: 'DISK_FULL',
  EDQUOT: 'DISK_FULL',
  EROFS: 'DISK_READ_ONLY',
  ENAMETOOLONG: 'FILE_NAME_TOO_LONG',
} as const satisfies Record<string, ErrorCode>;
