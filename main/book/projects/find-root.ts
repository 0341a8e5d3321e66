import { realpath, stat } from 'node:fs/promises';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { requireAbsolute } from './new-folder.ts';

type Fault = readonly [code: ErrorCode, message: string];

const isFile: Fault = ['PROJECT_PATH_IS_FILE', 'This is a file, or within one.'];

const faults: Readonly<Record<string, Fault>> = {
  ENOENT: ['PROJECT_FOLDER_MISSING', 'There is no such folder.'],
  ENOTDIR: isFile,
};

const unreadable: Fault = ['PROJECT_FOLDER_UNREADABLE', 'The folder cannot be read.'];

const lookAt = async (path: string): Promise<{ root: string; isFolder: boolean }> => {
  const root = await realpath(path);
  return { root, isFolder: (await stat(root)).isDirectory() };
};

/** Where a book's folder really is. PROJECT_FOLDER_MISSING, PROJECT_PATH_IS_FILE, PROJECT_FOLDER_UNREADABLE. */
export const findRoot = async (path: string): Promise<string> => {
  const seen = await lookAt(requireAbsolute(path)).catch((error: unknown) => {
    const cause = errorCodeOf(error);
    const [code, message] = faults[cause] ?? unreadable;
    throw new AppError(code, message, { path, cause }, { cause: error });
  });
  if (seen.isFolder) return seen.root;
  const [code, message] = isFile;
  throw new AppError(code, message, { path });
};
