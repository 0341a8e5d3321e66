/**
 * Lets one program of a data folder at a time write in a book's folder. Locks lie in the data folder: in the book's own
 * they would travel, and a file touched again and again wakes every program that synchronises.
 */
import { createHash } from 'node:crypto';
import { errorCodeOf } from '#main/system-code.ts';
import { lstat, mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { isSameProcessAlive, processStart } from '#main/process-liveness.ts';
import { fileTooLargeCode, notRegularCode } from '#main/regular-file.ts';
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

const tryCreate = async (path: string, owner: Owner): Promise<boolean> => {
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(JSON.stringify(owner));
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false;
    throw error;
  }
};

/** The owner of a dead lock as it was read, or null when a living process holds it. */
const judge = async (path: string, self: Owner): Promise<{ owner: Owner | null } | null> => {
  try {
    const owner = await readOwner(path);
    const stats = await lstat(path);
    if (!stats.isFile()) return { owner };
    const { mtimeMs } = stats;
    return isStale(owner, Date.now() - mtimeMs, self) ? { owner } : null;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return { owner: null };
    throw error;
  }
};

/** Moves a dead lock out of the way. False when another process was quicker and the lock is its own now. */
const clear = async (path: string, dead: Owner | null, self: Owner): Promise<boolean> => {
  const aside = `${path}.${self.token}`;
  try {
    await rename(path, aside);
    const moved = await readOwner(aside);
    if (moved !== null && moved.token !== dead?.token) {
      await rename(aside, path);
      return false;
    }
    await rm(aside, { force: true, recursive: true });
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return true;
    throw error;
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
  const dead = await judge(path, self);
  if (dead) await clear(path, dead.owner, self);
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

/**
 * Whether another living process of this data folder writes there now; nobody does where the book has no folder of ours.
 * Throws the file system's error.
 */
export const isLockedElsewhere = (request: LockRequest): Promise<boolean> =>
  unlessGone(async () => (await judge(pathOf(request), await ownerFor(request))) === null);

/**
 * Takes the right to write in a book (F17), or answers null when another living process of this data folder has it. The
 * lock of a dead one is taken over, and so is one of the same `token` (who asks, and knows that it has not opened this
 * folder). Throws the file system's error when the lock cannot be written.
 */
export const acquireLock = async (request: LockRequest): Promise<ProjectLock | null> => {
  const path = pathOf(request);
  const owner = await ownerFor(request);
  await mkdir(request.locks, { recursive: true, mode: 0o700 });
  if (!(await tryCreate(path, owner))) {
    const dead = await judge(path, owner);
    const isFree = dead !== null && (await clear(path, dead.owner, owner));
    if (!isFree || !(await tryCreate(path, owner))) return null;
  }
  await removeEarlierLock(request.root, owner);
  const beat = setInterval(() => {
    const now = new Date();
    // The data folder may be gone by now; then there is nothing left to lock.
    utimes(path, now, now).catch(() => clearInterval(beat));
  }, heartbeat);
  beat.unref();
  const isOurs = (): Promise<boolean> =>
    unlessGone(async () => (await readOwner(path))?.token === owner.token);
  return {
    holds: () =>
      unlessGone(async () => (await ownerFor(request)).folder === owner.folder && (await isOurs())),
    async release() {
      clearInterval(beat);
      if (await isOurs()) await rm(path, { force: true });
    },
  };
};
