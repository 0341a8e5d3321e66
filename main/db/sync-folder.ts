/** Makes renames last. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { systemCode } from '#main/base/failures/system-code.ts';

/** Makes renames in a folder last through a loss of power, where the system can. */
export const syncFolder = (folder: string): void => {
  // Windows cannot open folders, and its rename is durable by itself.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    // Some network file systems refuse to sync a folder; the files themselves are safe by then.
    if (!['EINVAL', 'ENOTSUP', 'EPERM'].includes(systemCode(error))) throw error;
  } finally {
    closeSync(handle);
  }
};
