/** Puts a finished backup in the newest one's place and lets go of generations that are no longer needed. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseState } from '../database-state.ts';
import { putAside } from '../put-aside.ts';
import { syncFolder } from '../sync-folder.ts';
import { newestName, olderPath } from './backup-files.ts';
import { chooseGenerations } from './choose-generations.ts';
import { readBackups } from './read-generations.ts';

type Installation = {
  folder: string;
  binding: string | null;
  now: number;
  /** Takes every older generation away: the writer wants something forgotten. */
  forgetOlder: boolean;
};

const freeOlderPath = (folder: string, createdAt: number): string => {
  let path = olderPath(folder, createdAt);
  for (let later = createdAt + 1; existsSync(path); later += 1) path = olderPath(folder, later);
  return path;
};

/**
 * The newest backup becomes an older generation; nothing is overwritten. When another process has meanwhile put a
 * fuller backup of the same database there, that one stays and the finished one goes.
 */
export const installBackup = (
  finished: string,
  state: DatabaseState,
  { folder, binding, now, forgetOlder }: Installation,
): void => {
  const place = join(folder, newestName);
  const { readable, damaged } = readBackups(folder, binding);
  const before = readable.find(({ path }) => path === place);
  if (before?.lineage === state.lineage && before.sequence > state.sequence) {
    rmSync(finished);
    return;
  }
  if (before) renameSync(place, freeOlderPath(folder, before.createdAt));
  for (const { path } of damaged) putAside(path, 'damaged', now);
  renameSync(finished, place);
  syncFolder(folder);
  const generations = readBackups(folder, binding).readable;
  const chosenBackup = forgetOlder
    ? new Set(generations.slice(0, 1))
    : chooseGenerations(generations);
  for (const generation of generations) {
    if (!chosenBackup.has(generation)) rmSync(generation.path, { force: true });
  }
};
