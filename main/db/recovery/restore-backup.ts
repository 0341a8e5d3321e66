/** Puts a backup in the database's place. */
import {
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  closeSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '#main/base/failures/system-code.ts';
import { syncFolder } from '../sync-folder.ts';

const syncFile = (path: string): void => {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/** Gives a file its final name unless another process was quicker; both would put the same there. */
const nameUnlessTaken = (from: string, to: string): void => {
  try {
    linkSync(from, to);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST') return;
    // Some file systems know no second name for a file.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(code)) throw error;
    renameSync(from, to);
  }
};

/**
 * The backup itself stays. There must be no database in the place any more. Throws the file system's error; the
 * place is then as it was.
 */
export const restoreBackup = (backup: string, place: string): void => {
  const copy = `${place}.restoring-${process.pid}`;
  try {
    copyFileSync(backup, copy, constants.COPYFILE_FICLONE);
    syncFile(copy);
    nameUnlessTaken(copy, place);
    syncFolder(dirname(place));
  } finally {
    rmSync(copy, { force: true });
  }
};
