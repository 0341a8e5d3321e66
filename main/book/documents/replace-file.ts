/** Writes files whole or not at all, and never over anything but what was expected (F17). */
import { errorCodeOf, isMissing } from '#main/base/failures/system-code.ts';
import { linkSync, lstatSync, renameSync, unlinkSync } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isTemporaryName, temporaryName } from '#main/base/files/temporary-name.ts';
import { openFileInside, openRegularFile } from '#main/base/files/regular-file.ts';
import { renameToFreeName } from './move-file.ts';
import { type FileStamp, sameStamp } from './record.ts';
import { stampOf } from './scan.ts';

/** A virus scanner or a sync client may hold the target for a moment on Windows. */
const renameAttempts = 5;
const heldCodes = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** What lies there is no longer what was read: whoever saves must look again. */
export class ChangedMeanwhile extends Error {}

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

/** The mode, and the owner where this process may set it, of the file that is replaced. */
const copyRights = async (from: FileHandle, to: FileHandle): Promise<void> => {
  const before = await from.stat();
  await to.chmod(before.mode & 0o7777);
  if (process.getuid?.() === 0) await to.chown(before.uid, before.gid);
};

type Manner = {
  replaced: FileHandle | null;
  /** Waits for the disk: what is written survives a power cut from the moment it has its name. */
  isDurable: boolean;
};

/**
 * Writes `bytes` beside `path` and hands the temporary file to `put`, which gives it its name. A crash leaves the old
 * file or the new one, and at most a hidden one beside it. The stamp is that of what was written: under its name another
 * program's file may lie a moment later.
 */
const writeBeside = async (
  path: string,
  bytes: Buffer,
  { replaced, isDurable }: Manner,
  put: (temporary: string) => Promise<void>,
): Promise<FileStamp> => {
  const folder = dirname(path);
  // The name may be as long as the file system allows already, so it is not part of the temporary one.
  const temporary = join(folder, temporaryName());
  try {
    const handle = await open(temporary, 'wx');
    let stamp: FileStamp;
    try {
      await handle.writeFile(bytes);
      if (replaced) await copyRights(replaced, handle);
      if (isDurable) await handle.sync();
      stamp = stampOf(await handle.stat());
    } finally {
      await handle.close();
    }
    await put(temporary);
    if (isDurable) await syncFolder(folder);
    return stamp;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
};

/** Writes one of the program's own files, over whatever was there. Throws the file system's error. */
export const writeOwnFile = async (path: string, bytes: Buffer): Promise<void> => {
  let replaced: FileHandle | null = null;
  try {
    replaced = await openRegularFile(path);
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw error;
  }
  try {
    const manner = { replaced, isDurable: true };
    await writeBeside(path, bytes, manner, (temporary) => renameOver(temporary, path));
  } finally {
    await replaced?.close();
  }
};

/** Makes a file where there is none. {@link ChangedMeanwhile} when there is one by now, or the file system's error. */
export const createFile = async (
  root: string,
  path: string,
  bytes: Buffer,
  { isDurable }: Pick<Manner, 'isDurable'> = { isDurable: true },
): Promise<FileStamp> => {
  const absolute = join(root, path);
  try {
    return await writeBeside(absolute, bytes, { replaced: null, isDurable }, (temporary) =>
      renameToFreeName(temporary, absolute),
    );
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') throw new ChangedMeanwhile();
    throw error;
  }
};

const openExpected = async (root: string, path: string, expected: FileStamp) => {
  let handle: FileHandle;
  try {
    handle = await openFileInside(root, path);
  } catch (error) {
    if (isMissing(error)) throw new ChangedMeanwhile();
    throw error;
  }
  if (sameStamp(stampOf(await handle.stat()), expected)) return handle;
  await handle.close();
  throw new ChangedMeanwhile();
};

/** The last look and the rename are two calls with nothing between them that would let another thread of ours in. */
const renameIfUnchanged = (from: string, to: string, expected: FileStamp): void => {
  const seen = lstatSync(to, { throwIfNoEntry: false });
  if (seen === undefined || !sameStamp(stampOf(seen), expected)) throw new ChangedMeanwhile();
  renameSync(from, to);
};

/**
 * The same where another program is known to write the file: what lies there is first moved aside and looked at, for
 * between a look and a rename over it that program's own rename may come. For a moment the name is nobody's.
 */
const swapIfUnchanged = (from: string, to: string, aside: string, expected: FileStamp): void => {
  try {
    renameSync(to, aside);
  } catch (error) {
    throw errorCodeOf(error) === 'ENOENT' ? new ChangedMeanwhile() : error;
  }
  const isExpected = sameStamp(stampOf(lstatSync(aside)), expected);
  const next = isExpected ? from : aside;
  let isTaken = false;
  try {
    linkSync(next, to);
  } catch (error) {
    isTaken = errorCodeOf(error) === 'EEXIST';
    // A disk that knows no second name for a file.
    if (!isTaken) renameSync(next, to);
  }
  for (const path of isExpected && !isTaken ? [from, aside] : [aside]) {
    if (lstatSync(path, { throwIfNoEntry: false })) unlinkSync(path);
  }
  if (isTaken || !isExpected) throw new ChangedMeanwhile();
};

/** What is to be replaced; `aside`: a name beside it while another program is known to write it, else null. */
export type Expected = { stamp: FileStamp; aside: string | null };

/**
 * Puts `bytes` in the place of the file that was read with the stamp of `expected`. It is looked at by its handle before
 * anything is written and by its name right before the rename; {@link ChangedMeanwhile} when it is another one, else the
 * file system's error, and the old file is then untouched. The handle of what was replaced stays open for the caller,
 * who may find that somebody who had it open wrote into it still; null on Windows, which replaces no open file.
 */
export const replaceFile = async (
  root: string,
  path: string,
  bytes: Buffer,
  expected: Expected,
): Promise<{ stamp: FileStamp; replaced: FileHandle | null }> => {
  const absolute = join(root, path);
  const replaced = await openExpected(root, path, expected.stamp);
  try {
    const manner = { replaced, isDurable: true };
    const stamp = await writeBeside(absolute, bytes, manner, async (temporary) => {
      if (process.platform !== 'win32') {
        const { stamp: seen, aside } = expected;
        if (aside === null) renameIfUnchanged(temporary, absolute, seen);
        else swapIfUnchanged(temporary, absolute, join(root, aside), seen);
        return;
      }
      if (!sameStamp(stampOf(await replaced.stat()), expected.stamp)) throw new ChangedMeanwhile();
      await replaced.close();
      await renameOver(temporary, absolute);
    });
    return { stamp, replaced: process.platform === 'win32' ? null : replaced };
  } catch (error) {
    await replaced.close();
    throw error;
  }
};

/** What is to be put where; `over`: the stamp of what lies there, null for nothing. */
export type OwnFile = { path: string; bytes: Buffer; over: FileStamp | null; isDurable: boolean };

/**
 * Puts one of the program's own files into the book's folder, over nothing but what was read there. Null when something
 * else lies there by now: whoever writes must look again. Throws the file system's error.
 */
export const putOwnFile = async (
  root: string,
  { path, bytes, over, isDurable }: OwnFile,
): Promise<FileStamp | null> => {
  try {
    if (over === null) return await createFile(root, path, bytes, { isDurable });
    const { stamp, replaced } = await replaceFile(root, path, bytes, { stamp: over, aside: null });
    await replaced?.close();
    return stamp;
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return null;
    throw error;
  }
};

/** Takes away what writes that a crash cut short left in these folders. */
export const removeLeftovers = async (folders: Iterable<string>): Promise<void> => {
  for (const folder of folders) {
    for (const name of await readdir(folder)) {
      if (isTemporaryName(name)) await rm(join(folder, name), { force: true });
    }
  }
};
