/** A folder in which nothing is left is no volume any more (W1). */
import { rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCodeOf } from '#main/base/failures/system-code.ts';
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
