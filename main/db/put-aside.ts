/** Keeps a file that is no longer used, once, under another name. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What SQLite keeps beside a database. */
const suffixes = ['', '-wal', '-shm'];

const isSameContent = (one: string, other: string): boolean =>
  statSync(one).size === statSync(other).size && readFileSync(one).equals(readFileSync(other));

/**
 * Moves a database and what belongs to it out of the way. A copy of the very same bytes that was kept before stays the
 * only one. No connection to it may be open.
 * @param why part of the new name
 * @returns where it is kept
 */
export const putAside = (file: string, why: 'damaged' | 'replaced', now: number): string => {
  const prefix = `${basename(file)}.${why}-`;
  const kept = readdirSync(dirname(file))
    .filter((name) => name.startsWith(prefix) && !/-(wal|shm)$/.test(name))
    .map((name) => join(dirname(file), name));
  const same = existsSync(file) ? kept.find((path) => isSameContent(path, file)) : undefined;
  if (same !== undefined) {
    for (const suffix of suffixes) rmSync(file + suffix, { force: true });
    return same;
  }
  const aside = `${file}.${why}-${now}`;
  for (const suffix of suffixes) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  return aside;
};
