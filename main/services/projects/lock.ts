import { readFileSync } from 'node:fs';
import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { nanoid } from 'nanoid';
import { z } from 'zod';
import { errorCodeOf, privateFolder } from './project-file.ts';

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

/** Start of a process in clock ticks since boot: tells a reused pid from the one that made the lock. */
const startOf = (pid: number): string => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCodeOf(error) === 'EPERM';
  }
};

const isStale = (owner: Owner | null, age: number, self: Owner): boolean => {
  if (owner === null) return age > unfinishedAfter;
  if (owner.token === self.token) return true;
  if (owner.host !== self.host) return age > deadAfter;
  if (owner.folder !== self.folder) return true;
  return !isAlive(owner.pid) || (owner.started !== '' && startOf(owner.pid) !== owner.started);
};

const readOwner = async (path: string): Promise<Owner | null> => {
  const content = await readFile(path, 'utf8');
  try {
    return Owner.parse(JSON.parse(content));
  } catch {
    return null;
  }
};

export type ProjectLock = {
  /** Names this lock; whoever asks again with it, after the folder was moved, gets it again. */
  readonly token: string;
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

const isHeld = async (path: string, now: number, self: Owner): Promise<boolean> => {
  try {
    const [owner, { mtimeMs }] = [await readOwner(path), await stat(path)];
    return !isStale(owner, now - mtimeMs, self);
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return false;
    throw error;
  }
};

/**
 * Takes the right to write in a project (F17), or answers null when a living process has it. The lock of a dead
 * one is taken over. Throws the file system's error when the folder cannot be written.
 */
export const acquireLock = async (
  root: string,
  formerToken: string | null = null,
): Promise<ProjectLock | null> => {
  const path = join(root, privateFolder, 'lock');
  const { dev, ino } = await stat(join(root, privateFolder));
  const owner: Owner = {
    host: hostname(),
    pid: process.pid,
    started: startOf(process.pid),
    folder: `${dev}:${ino}`,
    token: formerToken ?? nanoid(),
  };
  let taken = await tryCreate(path, owner);
  if (!taken) {
    if (await isHeld(path, Date.now(), owner)) return null;
    // Renaming first: of two that find the same dead lock only one can move it away.
    const aside = `${path}.${owner.token}`;
    try {
      await rename(path, aside);
      await rm(aside, { force: true });
    } catch (error) {
      if (errorCodeOf(error) !== 'ENOENT') throw error;
    }
    taken = await tryCreate(path, owner);
  }
  if (!taken) return null;
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
    token: owner.token,
    holds,
    async release() {
      clearInterval(beat);
      if (await holds()) await rm(path, { force: true });
    },
  };
};
