/** The locks that lie in a repository. */
import { lstat, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { unlessMissing } from '#main/base/failures/system-code.ts';
import type { Git } from './git.ts';

export type RepositoryLock = {
  path: string;
  gitFolder: string;
  /** Below the repository's own folder. */
  name: string;
  at: number;
  /** Tells a lock from another one that has taken its place. */
  file: string;
};

/** Folders of a repository in which git makes locks beside files. */
const lockedFolders = ['', 'objects/info', 'objects/info/commit-graphs', 'objects/pack'];

const namesIn = async (gitFolder: string): Promise<string[]> => {
  const names: string[] = [];
  for (const folder of lockedFolders) {
    const found = await unlessMissing(readdir(join(gitFolder, folder)), []);
    names.push(...found.map((name) => join(folder, name)));
  }
  // Branches have folders: links among them are not followed.
  const refs = await unlessMissing(readdir(join(gitFolder, 'refs'), { recursive: true }), []);
  return [...names, ...refs.map((name) => join('refs', name))].filter((name) =>
    name.endsWith('.lock'),
  );
};

/** What a lock is now; null where there is none. */
export const readLock = async (gitFolder: string, name: string): Promise<RepositoryLock | null> => {
  const path = join(gitFolder, name);
  const found = await unlessMissing(lstat(path, { bigint: true }), null);
  if (!found?.isFile()) return null;
  return {
    path,
    gitFolder,
    name,
    at: Number(found.mtimeMs),
    file: `${found.ino}:${found.mtimeNs}`,
  };
};

/** Also of a repository whose folder is one of several: some locks are common to all of them. */
export const findLocks = async (git: Git): Promise<RepositoryLock[]> => {
  const answer = await git.read(['rev-parse', '--absolute-git-dir', '--git-common-dir']);
  const folders = new Set(answer.split(/\r?\n/u).map((folder) => resolve(git.root, folder)));
  const locks: RepositoryLock[] = [];
  for (const folder of folders) {
    for (const name of await namesIn(folder)) {
      const lock = await readLock(folder, name);
      if (lock) locks.push(lock);
    }
  }
  return locks.sort((one, other) => one.at - other.at);
};
