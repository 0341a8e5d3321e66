/**
 * Opens files that others may have put where we look: regular files only, following no link and waiting for nobody.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
} from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Codes of the errors thrown here, beside the file system's own. */
export const notRegularCode = 'NOT_A_REGULAR_FILE';
export const outsideFolderCode = 'OUTSIDE_FOLDER';
export const fileTooLargeCode = 'FILE_TOO_LARGE';

const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** Neither a link in its place nor a pipe that would keep us waiting; both flags are missing on Windows. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const requireRegular = (stats: Stats): void => {
  if (!stats.isFile()) throw failure(notRegularCode);
};

/** Whether a real path is `folder` or lies below it. */
export const isInside = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith(`..${sep}`) && way !== '..' && way !== path);
};

/** An open handle of a regular file. NOT_A_REGULAR_FILE, or the file system's error. */
export const openRegularFile = async (path: string): Promise<FileHandle> => {
  // Looked at before it is opened too: opening some devices does something.
  requireRegular(await lstat(path));
  const handle = await open(path, flags);
  try {
    requireRegular(await handle.stat());
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
};

/** Another program that replaces the file at every look does not keep us busy for ever. */
const maxOpenings = 20;

/** False when the file was replaced while we looked: what was opened is not what lies there. OUTSIDE_FOLDER. */
const liesInside = async (root: string, path: string, handle: FileHandle): Promise<boolean> => {
  const real = await realpath(join(root, path));
  if (!isInside(root, real)) throw failure(outsideFolderCode);
  const [opened, found] = [await handle.stat(), await lstat(real)];
  return opened.ino === found.ino && opened.dev === found.dev;
};

/**
 * The same for a file below `root` (a real path), whose folders on the way must not lead out of it.
 * OUTSIDE_FOLDER, NOT_A_REGULAR_FILE, EBUSY when it is replaced again and again, or the file system's error.
 */
export const openFileInside = async (root: string, path: string): Promise<FileHandle> => {
  for (let attempt = 1; ; attempt += 1) {
    const handle = await openRegularFile(join(root, path));
    try {
      if (await liesInside(root, path, handle)) return handle;
      if (attempt === maxOpenings) throw failure('EBUSY');
    } catch (error) {
      await handle.close();
      throw error;
    }
    await handle.close();
  }
};

/** Bytes of a regular file. FILE_TOO_LARGE above `largest` bytes, NOT_A_REGULAR_FILE, or the file system's error. */
export const readRegularFile = async (path: string, largest: number): Promise<Buffer> => {
  const handle = await openRegularFile(path);
  try {
    if ((await handle.stat()).size > largest) throw failure(fileTooLargeCode);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
};

/** {@link readRegularFile}, at once; for small files. */
export const readRegularFileSync = (path: string, largest: number): Buffer => {
  requireRegular(lstatSync(path));
  const descriptor = openSync(path, flags);
  try {
    const stats = fstatSync(descriptor);
    requireRegular(stats);
    if (stats.size > largest) throw failure(fileTooLargeCode);
    const bytes = Buffer.alloc(stats.size);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(descriptor, bytes, length, bytes.length - length, null);
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
};
