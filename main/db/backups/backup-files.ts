/** Where the backups of a data folder lie: the newest under a name of its own, older ones with their time in it. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const databaseName = 'fabula.sqlite';
export const newestName = 'fabula.backup.sqlite';
const olderName = /^fabula\.backup-(\d+)\.sqlite$/;
const unfinishedName = /^fabula\.backup\.sqlite\.new-/;

export type BackupFile = {
  path: string;
  /** Ms since the epoch. */
  createdAt: number;
};

export const olderPath = (folder: string, createdAt: number): string =>
  join(folder, `fabula.backup-${createdAt}.sqlite`);

/** Where a backup is written before it counts; no two processes or tries share one. */
export const unfinishedPath = (folder: string, mark: string): string =>
  join(folder, `${newestName}.new-${mark}`);

/** Newest first. */
export const listBackups = (folder: string): BackupFile[] => {
  const older = readdirSync(folder).flatMap((name) => {
    const createdAt = olderName.exec(name)?.[1];
    return createdAt === undefined
      ? []
      : [{ path: join(folder, name), createdAt: Number(createdAt) }];
  });
  const newest = join(folder, newestName);
  const first = existsSync(newest)
    ? [{ path: newest, createdAt: Math.round(statSync(newest).mtimeMs) }]
    : [];
  return [...first, ...older.toSorted((a, b) => b.createdAt - a.createdAt)];
};

/** What tries that were cut off left behind: files that nobody has written to for a while. */
export const listUnfinished = (folder: string, before: number): string[] =>
  readdirSync(folder)
    .filter((name) => unfinishedName.test(name))
    .map((name) => join(folder, name))
    .filter((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? before) < before);
