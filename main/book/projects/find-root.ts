import { realpath } from 'node:fs/promises';
import { AppError } from '#shared/errors.ts';
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { requireAbsolute } from './new-folder.ts';
import { isFolder } from './samples.ts';

/** Where a book's folder really is. PROJECT_FOLDER_MISSING, PROJECT_FOLDER_UNREADABLE. */
export const findRoot = async (path: string): Promise<string> => {
  const asked = requireAbsolute(path);
  let root: string;
  try {
    root = await realpath(asked);
  } catch (error) {
    const code = errorCodeOf(error);
    const isGone = code === 'ENOENT' || code === 'ENOTDIR';
    throw new AppError(
      isGone ? 'PROJECT_FOLDER_MISSING' : 'PROJECT_FOLDER_UNREADABLE',
      isGone ? 'There is no such folder.' : 'The folder cannot be read.',
      { path, cause: code },
      { cause: error },
    );
  }
  if (await isFolder(root)) return root;
  throw new AppError('PROJECT_FOLDER_UNREADABLE', 'This is not a folder.', { path });
};
