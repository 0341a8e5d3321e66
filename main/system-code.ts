/** The codes of failures that come from the system or from SQLite. */

/** The system's own code of a failure (`ENOSPC`, `SQLITE_FULL`), or ''. */
export const systemCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether a failure says that there is no such file, or no folder on the way to it. */
export const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(systemCode(error));
