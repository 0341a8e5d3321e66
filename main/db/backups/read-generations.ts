/** Reads of each backup in a data folder what it is a backup of. */
import { readDatabaseFile } from '../connect.ts';
import { type DatabaseState, readDatabaseState } from '../database-state.ts';
import { isDamage } from '#main/base/failures/storage-failure.ts';
import { type BackupFile, listBackups } from './backup-files.ts';

export type ReadBackup = BackupFile & DatabaseState;

export type ReadBackups = {
  /** Newest first. */
  readable: ReadBackup[];
  /** No databases any more. */
  damaged: BackupFile[];
};

/** A backup that may not be read at all is in neither list: it is no damage, and it is left alone. */
export const readBackups = (folder: string, binding: string | null): ReadBackups => {
  const readable: ReadBackup[] = [];
  const damaged: BackupFile[] = [];
  for (const file of listBackups(folder)) {
    try {
      const state = readDatabaseFile(file.path, binding, readDatabaseState);
      // A file without tables is a backup of nothing.
      if (state.version === 0) damaged.push(file);
      else readable.push({ ...file, ...state });
    } catch (error) {
      if (isDamage(error)) damaged.push(file);
    }
  }
  return { readable, damaged };
};
