import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nanoid } from 'nanoid';
import type { FileStamp } from './record.ts';
import { errorCodeOf, stampOf } from './scan.ts';

/** Hidden, so that no scan takes it for a chapter, and unmistakably ours when a crash leaves one behind. */
const temporarySuffix = '.fabula-tmp';

/** A virus scanner or a sync client may hold the target for a moment on Windows. */
const renameAttempts = 5;
const heldCodes = new Set(['EPERM', 'EACCES', 'EBUSY']);

const renameOver = async (from: string, to: string): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const retry = process.platform === 'win32' && heldCodes.has(errorCodeOf(error));
      if (!retry || attempt === renameAttempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * 40));
    }
  }
};

const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot open folders, and its rename is durable by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Some network file systems refuse to sync a folder; the file itself is safe by then.
    if (!['EINVAL', 'ENOTSUP', 'EPERM'].includes(errorCodeOf(error))) throw error;
  } finally {
    await handle.close();
  }
};

/** Keeps the mode, and the owner where this process may set it, of the file that is replaced. */
const copyRights = async (target: string, handle: FileHandle): Promise<void> => {
  try {
    const before = await stat(target);
    await handle.chmod(before.mode & 0o7777);
    if (process.getuid?.() === 0) await handle.chown(before.uid, before.gid);
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw error;
  }
};

/**
 * Replaces a file whole or not at all (F17): written beside it, synced, renamed over it. A crash leaves the old
 * file or the new one. Throws the file system's error; the old file is then untouched.
 */
export const writeFileAtomically = async (path: string, bytes: Buffer): Promise<FileStamp> => {
  const folder = dirname(path);
  // The name may be as long as the file system allows already, so it is not part of the temporary one.
  const temporary = join(folder, `.${nanoid()}${temporarySuffix}`);
  try {
    const handle = await open(temporary, 'wx');
    let stamp: FileStamp;
    try {
      await handle.writeFile(bytes);
      await copyRights(path, handle);
      await handle.sync();
      stamp = stampOf(await handle.stat());
    } finally {
      await handle.close();
    }
    await renameOver(temporary, path);
    await syncFolder(folder);
    return stamp;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
};

/** Takes away what writes that a crash cut short left in these folders. */
export const removeLeftovers = async (folders: Iterable<string>): Promise<void> => {
  for (const folder of folders) {
    for (const name of await readdir(folder)) {
      if (basename(name).startsWith('.') && name.endsWith(temporarySuffix)) {
        await rm(join(folder, name), { force: true });
      }
    }
  }
};
