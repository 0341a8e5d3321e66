/** Puts a finished file where somebody asked for it, and never in the place of anything but its own kind. */
import { constants, type Stats } from 'node:fs';
import { copyFile, link, lstat, rename, rm } from 'node:fs/promises';
import { systemCode } from '#main/base/failures/system-code.ts';

/** What lies at a place, links not followed; null for nothing. */
const presentAt = async (path: string): Promise<Stats | null> => {
  try {
    return await lstat(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
};

const isSame = (one: Stats, other: Stats): boolean =>
  one.dev === other.dev &&
  one.ino === other.ino &&
  one.size === other.size &&
  one.mtimeMs === other.mtimeMs;

/** Some disks have no second names for a file: there it is copied, and only where nothing is. */
const withoutLinks = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EXDEV']);

const placeWhereNothingIs = async (finished: string, target: string): Promise<void> => {
  try {
    await link(finished, target);
  } catch (error) {
    if (!withoutLinks.has(systemCode(error))) throw error;
    await copyFile(finished, target, constants.COPYFILE_EXCL);
  }
  await rm(finished, { force: true });
};

export type Place = {
  /** Moves the finished file there. False when something else lies there by now; it is left as it is. */
  fill(finished: string): Promise<boolean>;
};

/**
 * Looks at a place before anything is made for it. Null when something lies there that may not be replaced: a folder,
 * a link, a device, or a file that `isOwnKind` does not know. Throws the file system's errors.
 */
export const choosePlace = async (
  target: string,
  isOwnKind: (path: string) => Promise<boolean>,
): Promise<Place | null> => {
  const before = await presentAt(target);
  if (before && !(before.isFile() && (await isOwnKind(target)))) return null;
  return {
    async fill(finished) {
      if (before) {
        const now = await presentAt(target);
        if (now && !isSame(before, now)) return false;
        if (now) {
          await rename(finished, target);
          return true;
        }
      }
      try {
        await placeWhereNothingIs(finished, target);
        return true;
      } catch (error) {
        if (systemCode(error) === 'EEXIST') return false;
        throw error;
      }
    },
  };
};
