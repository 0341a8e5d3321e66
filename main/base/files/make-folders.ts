/** Folders inside folders that may not be there yet. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissing } from '#main/base/failures/system-code.ts';
import { isThere } from './places.ts';

/** The uppermost folder on the way to `path` that has to be made. */
const findFirstMissing = async (path: string): Promise<string> => {
  const parent = dirname(path);
  return parent === path || (await isThere(parent)) ? path : findFirstMissing(parent);
};

/**
 * Makes a folder and all that it lies in. On a disk that can only be read Node says ENOENT of it; here it is what the system
 * says (EROFS). Throws the file system's errors.
 */
export const makeFolders = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    if (!isMissing(error)) throw error;
    await mkdir(await findFirstMissing(path));
    await mkdir(path, { recursive: true });
  }
};
