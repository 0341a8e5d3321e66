/** Lets one program at a time write in a project's folder. */
import { errorCodeOf } from '#main/system-code.ts';
import { lstat, open, rename, rm, stat, utimes } from 'node:fs/promises';
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
  /** Which folder the lock was made in: a copied folder brings a copy of its original's lock along. */
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
    const handle = await open(path, 'wx');
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

/**
 * Takes the right to write in a project (F17), or answers null when a living process has it. The lock of a dead
 * one is taken over, and so is one of the same `token` (who asks, and knows that it has not opened this folder):
 * a folder that is moved or copied takes its lock along. Throws the file system's error when the folder cannot be written.
 */
export const acquireLock = async (root: string, token: string): Promise<ProjectLock | null> => {
  const path = join(root, privateFolder, 'lock');
  const { dev, ino } = await stat(join(root, privateFolder));
  const owner: Owner = {
    host: hostname(),
    pid: process.pid,
    started: processStart(process.pid),
    folder: `${dev}:${ino}`,
    token,
  };
  if (!(await tryCreate(path, owner))) {
    const dead = await judge(path, owner);
    const isFree = dead !== null && (await clear(path, dead.owner, owner));
    if (!isFree || !(await tryCreate(path, owner))) return null;
  }
  const beat = setInterval(() => {
    const now = new Date();
    // The folder may be gone by now; then there is nothing left to lock.
    utimes(path, now, now).catch(() => clearInterval(beat));
  }, heartbeat);
  beat.unref();
  const holds = async (): Promise<boolean> => {
    try {
      return (await readOwner(path))?.token === owner.token;
    } catch (error) {
      if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCodeOf(error))) return false;
      throw error;
    }
  };
  return {
    holds,
    async release() {
      clearInterval(beat);
      if (await holds()) await rm(path, { force: true });
    },
  };
};
