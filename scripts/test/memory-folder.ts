/** A folder for what tests write, in memory where the machine has room: two thirds of the time on a disk, and no disk that is slow today. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';

const shared = '/dev/shm';
/** What a whole run writes at once is a fraction of the first; browsers and programs under test need the second. Bytes. */
const roomNeeded = 2 * 1024 ** 3;
const memoryNeeded = 6 * 1024 ** 3;

const hasRoom = (): boolean => {
  const { bavail, bsize } = statfsSync(shared);
  return bavail * bsize >= roomNeeded && freemem() >= memoryNeeded;
};

/** Containers often mount it so that nothing in it can be run; some tests write programs. */
const canRunFrom = (folder: string): boolean => {
  const program = path.join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
};

/** Null where there is none that does: what is written goes where it always does. It goes with this process. */
export const makeMemoryFolder = (): string | null => {
  if (process.platform !== 'linux') return null;
  let folder: string;
  try {
    if (!hasRoom()) return null;
    folder = mkdtempSync(path.join(shared, 'fabula-tests-'));
  } catch {
    // Not there, or not ours to write in.
    return null;
  }
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // As the folder it stands for: some tests run a program as another user.
  chmodSync(folder, 0o1777);
  return canRunFrom(folder) ? folder : null;
};
