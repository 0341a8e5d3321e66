/** Looks at places on the disk: whether something is there, and where a new folder may go. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, unlessMissing } from '#main/base/failures/system-code.ts';

/** Links are not followed. Throws the file system's errors. */
export const isThere = (path: string): Promise<boolean> =>
  unlessMissing(
    lstat(path).then(() => true),
    false,
  );

/** Whether nothing is there, or an empty folder; a link is something. Throws the file system's errors. */
export const isFreePlace = async (path: string): Promise<boolean> => {
  try {
    return (await lstat(path)).isDirectory() && (await readdir(path)).length === 0;
  } catch (error) {
    if (isMissing(error)) return true;
    throw error;
  }
};

/** A name that is not taken in `parent`: `name`, `name 2`, `name 3`, … Throws the file system's errors. */
export const findFreeFolder = async (parent: string, name: string): Promise<string> => {
  for (let number = 1; ; number += 1) {
    const path = join(parent, number === 1 ? name : `${name} ${number}`);
    if (await isFreePlace(path)) return path;
  }
};
