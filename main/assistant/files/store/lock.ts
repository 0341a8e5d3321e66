/** A lock file that several processes respect. */
import { unlinkSync, writeFileSync } from 'node:fs';
import { link, readFile, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { nanoid } from 'nanoid';
import { z } from 'zod';
import { isProcessAlive } from '#main/base/processes/process-liveness.ts';
import { AppError } from '#shared/errors.ts';
import { systemCode } from '#main/base/failures/system-code.ts';

const Owner = z.object({ host: z.string(), pid: z.number().int(), token: z.string() });
type Owner = z.infer<typeof Owner>;

/** What is done under the lock takes milliseconds; one this old was left by a process that cannot be asked. */
const deadAfter = 30_000;
const maxPauseMs = 25;

const readOwner = async (path: string): Promise<Owner | null> => {
  try {
    return Owner.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (systemCode(error) !== '') throw error;
    // Half-written: its maker is at it, or died at it; the age decides.
    return null;
  }
};

const take = (path: string, self: Owner): boolean => {
  try {
    writeFileSync(path, JSON.stringify(self), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
};

/** The folder may have been deleted under the lock, and the lock with it. */
const release = (path: string): void => {
  try {
    unlinkSync(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
};

const clearIfDead = async (path: string, self: Owner): Promise<void> => {
  try {
    const owner = await readOwner(path);
    const age = Date.now() - (await stat(path)).mtimeMs;
    const dead = owner !== null && owner.host === self.host && !isProcessAlive(owner.pid);
    if (!dead && age < deadAfter) return;
    // Renaming first: of two that judge the same lock dead, one moves it.
    const aside = `${path}.${self.token}`;
    await rename(path, aside);
    const moved = await readOwner(aside);
    // Somebody took over between the judgement and the move: give it back.
    if (moved !== null && moved.token !== owner?.token) await link(aside, path);
    await rm(aside, { force: true });
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(systemCode(error))) throw error;
  }
};

/**
 * Runs `work` while no other process runs work under the same lock file. A dead process's lock is taken over.
 * Throws CONTEXT_FILE_TIMEOUT after `timeoutMs` ms, and the file system's errors.
 */
export const withFileLock = async <T>(
  path: string,
  lockTimeoutMs: number,
  work: () => Promise<T>,
): Promise<T> => {
  const self: Owner = { host: hostname(), pid: process.pid, token: nanoid(8) };
  const until = performance.now() + lockTimeoutMs;
  for (let pause = 1; !take(path, self); pause = Math.min(maxPauseMs, pause * 2)) {
    if (performance.now() > until) {
      throw new AppError('CONTEXT_FILE_TIMEOUT', 'Another process keeps the context files busy.');
    }
    await clearIfDead(path, self);
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
  }
  try {
    return await work();
  } finally {
    release(path);
  }
};
