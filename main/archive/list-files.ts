/** The files of a folder, for its archive. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '#main/base/failures/system-code.ts';
import { isInsidePath } from './manifest.ts';

export type ListedFiles = {
  /** Relative, with forward slashes, in order. */
  paths: string[];
  /** Things that are no files, and names that mean a file on some systems only. */
  leftOut: number;
};

/** Locks belong to who holds them now, and a file that is just being written to its writer: neither is part of a book. */
const isPassing = (path: string): boolean => /^\.fabula\/lock(?:[.-]|$)|\.fabula-tmp$/.test(path);

/** Versions that git keeps go their own way; its settings name places, and programs that it runs, of one machine. */
const repository = '.git';

/** Everything below a folder but repositories, links and other things that are no files; nothing where there is none. */
export const listFiles = async (root: string): Promise<ListedFiles> => {
  const listed: ListedFiles = { paths: [], leftOut: 0 };
  const walk = async (below: string): Promise<void> => {
    const entries = await readdir(join(root, below), { withFileTypes: true });
    for (const entry of entries) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.name === repository) continue;
      if (entry.isDirectory()) await walk(path);
      else if (isPassing(path)) continue;
      else if (entry.isFile() && isInsidePath(path)) listed.paths.push(path);
      else listed.leftOut += 1;
    }
  };
  try {
    await walk('');
  } catch (error) {
    // A folder that goes while it is walked is not there.
    if (!isMissing(error)) throw error;
  }
  listed.paths.sort();
  return listed;
};
