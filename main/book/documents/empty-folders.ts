/** A folder in which nothing is left is no volume any more (W1). */
import { rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import type { Logger } from '#main/platform.ts';
import { explainWriteFailure } from './file-errors.ts';

/** What a folder answers that is not removed because somebody else has something in it, or has it open. */
const keptCodes = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EBUSY', 'EPERM', 'EACCES']);

/**
 * Removes the folder and those it is in, as far as they are empty; never the top of the book.
 * @param folder inside the project, with forward slashes. Errors: those of {@link explainWriteFailure}
 */
export const removeEmptyFolders = async (root: string, folder: string): Promise<void> => {
  for (let empty = folder; empty !== '.' && empty !== ''; empty = dirname(empty)) {
    try {
      await rmdir(join(root, empty));
    } catch (error) {
      if (keptCodes.has(errorCodeOf(error))) return;
      throw await explainWriteFailure(root, error);
    }
  }
};

/** After a chapter went from `path`: it is gone by now, and a folder that cannot go as well is no reason to say that it is not. */
export const clearVolume = async (logger: Logger, root: string, path: string): Promise<void> => {
  try {
    await removeEmptyFolders(root, dirname(path));
  } catch (error) {
    logger.log('warn', 'the empty folder of a volume is left', { code: errorCodeOf(error) });
  }
};
