/**
 * Lets one program of a data folder at a time write in a book's folder. Locks lie in the data folder: in the book's own
 * they would travel, and a file touched again and again wakes every program that synchronises.
 */
import { createHash } from 'node:crypto';
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { lstat, mkdir, open, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { isSameProcessAlive, processStart } from '#main/base/processes/process-liveness.ts';
import { fileTooLargeCode, notRegularCode } from '#main/base/files/regular-file.ts';
import { privateFolder, readOwnFile } from './project-file.ts';

const Owner = z.object({
  host: z.string(),
  pid: z.number().int(),
  /** When the process started, as its system tells it; '' where it does not. */
  started: z.string(),
  /** Which folder it was made for: another one may have come to its path. */
  folder: z.string(),
  token: z.string(),
});
type Owner = z.infer<typeof Owner>;

/** Locks of other machines cannot be checked, only watched: one that was not touched for so long is dead. */
const heartbeat = 30_000;
const deadAfter = 4 * heartbeat;
/** A file without an owner is a lock being written, unless it has been so for long. */
const unfinishedAfter = 10_000;

const isStale = (owner: Owner | null, age: number, self: Owner): boolean => {
  if (owner === null) return age > unfinishedAfter;
  if (owner.token === self.token) return true;
  if (owner.host !== self.host) return age > deadAfter;
  if (owner.folder !== self.folder) return true;
  return !isSameProcessAlive(owner);
};

/** What no lock of ours ever is: a pipe, a link, a folder, a large file. */
const foreignCodes = new Set([notRegularCode, fileTooLargeCode, 'ELOOP']);

/** Null for a lock that is not written yet and for what is none. */
const readOwner = async (path: string): Promise<Owner | null> => {
  let content: string;
  try {
    content = await readOwnFile(path);
  } catch (error) {
    if (foreignCodes.has(errorCodeOf(error))) return null;
    throw error;
  }
  try {
    return Owner.parse(JSON.parse(content));
  } catch {
    return null;
  }
};

export type ProjectLock = {
  /** False when the folder went away or was replaced and with it the lock. */
  holds(): Promise<boolean>;
  release(): Promise<void>;
};

const goneCodes = ['ENOENT', 'ENOTDIR', 'EACCES'];

const unlessGone = async (work: () => Promise<boolean>): Promise<boolean> => {
  try {
    return await work();
  } catch (error) {
    if (goneCodes.includes(errorCodeOf(error))) return false;
    throw error;
  }
};

const isOwnedAt = (path: string, token: string): Promise<boolean> =>
  unlessGone(async () => (await readOwner(path))?.token === token);

const tryCreate = async (path: string, owner: Owner): Promise<boolean> => {
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(JSON.stringify(owner));
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false;
    throw error;
  }
  // Who stood still for long while it wrote may have been taken for dead.
  return isOwnedAt(path, owner.token);
};

type Judged = { state: 'none' } | { state: 'held' } | { state: 'dead'; owner: Owner | null };

const judge = async (path: string, self: Owner): Promise<Judged> => {
  try {
    const owner = await readOwner(path);
    const stats = await lstat(path);
    if (!stats.isFile()) return { state: 'dead', owner };
    return isStale(owner, Date.now() - stats.mtimeMs, self)
      ? { state: 'dead', owner }
      : { state: 'held' };
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return { state: 'none' };
    throw error;
  }
};

/** What one holds who takes away the lock of this dead owner. */
export const claimPath = (path: string, deadToken: string): string =>
  `${path}-${createHash('sha256').update(deadToken).digest('hex').slice(0, 12)}`;

/**
 * Makes the lock, in the place of a dead one if need be. Of several that want that at once one only removes the dead lock:
 * who holds its claim, itself a lock, and finds it there still. Otherwise a slower one would remove what the first made.
 */
const take = async (path: string, self: Owner): Promise<boolean> => {
  if (await tryCreate(path, self)) return true;
  const found = await judge(path, self);
  if (found.state === 'held') return false;
  if (found.state === 'dead' && !(await removeDead(path, found.owner, self))) return false;
  return tryCreate(path, self);
};

const removeDead = async (path: string, dead: Owner | null, self: Owner): Promise<boolean> => {
  const claim = claimPath(path, dead?.token ?? '');
  if (!(await take(claim, self))) return false;
  try {
    const now = await judge(path, self);
    if (now.state === 'held') return false;
    if (now.state === 'dead' && now.owner?.token === dead?.token) {
      await rm(path, { force: true, recursive: true });
    }
    return true;
  } finally {
    await rm(claim, { force: true });
  }
};

/** Whose lock, for which folder: `locks` is where this data folder keeps them. */
export type LockRequest = { locks: string; root: string; token: string };

const pathOf = ({ locks, root }: LockRequest): string =>
  join(locks, createHash('sha256').update(root).digest('hex').slice(0, 32));

const ownerFor = async ({ root, token }: LockRequest): Promise<Owner> => {
  const { dev, ino } = await stat(join(root, privateFolder));
  return {
    host: hostname(),
    pid: process.pid,
    started: processStart(process.pid),
    folder: `${dev}:${ino}`,
    token,
  };
};

/** Earlier versions kept the lock in the book's folder; one that nobody holds any more goes. */
const removeEarlierLock = async (root: string, self: Owner): Promise<void> => {
  const path = join(root, privateFolder, 'lock');
  const found = await judge(path, self);
  if (found.state === 'dead') await removeDead(path, found.owner, self);
};

/**
 * Whether another living process of this data folder writes there now; nobody does where the book has no folder of ours.
 * Throws the file system's error.
 */
export const isLockedElsewhere = (request: LockRequest): Promise<boolean> =>
  unlessGone(async () => (await judge(pathOf(request), await ownerFor(request))).state === 'held');

/**
 * Takes the right to write in a book (F17), or answers null when another living process of this data folder has it. The
 * lock of a dead one is taken over, and so is one of the same `token` (who asks, and knows that it has not opened this
 * folder). Throws the file system's error when the lock cannot be written.
 */
export const acquireLock = async (request: LockRequest): Promise<ProjectLock | null> => {
  const path = pathOf(request);
  const owner = await ownerFor(request);
  await mkdir(request.locks, { recursive: true, mode: 0o700 });
  if (!(await take(path, owner))) return null;
  await removeEarlierLock(request.root, owner);
  const beat = setInterval(() => {
    const now = new Date();
    // The data folder may be gone by now; then there is nothing left to lock.
    utimes(path, now, now).catch(() => clearInterval(beat));
  }, heartbeat);
  beat.unref();
  const isOurs = (): Promise<boolean> => isOwnedAt(path, owner.token);
  return {
    holds: () =>
      unlessGone(async () => (await ownerFor(request)).folder === owner.folder && (await isOurs())),
    async release() {
      clearInterval(beat);
      if (await isOurs()) await rm(path, { force: true });
    },
  };
};
