/** A folder as a tree of files: regular files only, none of them outside of it. */
import { opendir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#shared/errors.ts';
import { openFileInside } from '#main/base/files/regular-file.ts';
import { damaged, tooLarge } from '../failures.ts';
import type { ImportLimits } from '../limits.ts';
import type { FileTree } from './file-tree.ts';

const listFiles = async (root: string, limits: ImportLimits): Promise<string[]> => {
  const names: string[] = [];
  const folders = [''];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for await (const entry of await opendir(join(root, at))) {
      const name = at === '' ? entry.name : `${at}/${entry.name}`;
      // Of programs, not of the writer: a repository has more files than a book.
      if (entry.isDirectory() && entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) folders.push(name);
      else if (entry.isFile()) names.push(name);
      if (names.length + folders.length > limits.archiveEntries) {
        throw tooLarge('files in the folder', { limit: limits.archiveEntries });
      }
    }
  }
  return names.sort();
};

const readInside = async (root: string, name: string, limit: number): Promise<Buffer> => {
  const handle = await openFileInside(root, name);
  try {
    if ((await handle.stat()).size > limit) throw tooLarge('a file in the folder', { limit });
    return await handle.readFile();
  } finally {
    await handle.close();
  }
};

/** Links in it are not there for us. IMPORT_TOO_LARGE, IMPORT_FILE_DAMAGED. */
export const openFolderTree = async (path: string, limits: ImportLimits): Promise<FileTree> => {
  try {
    const root = await realpath(path);
    const names = await listFiles(root, limits);
    const known = new Set(names);
    let bytes = 0;
    return {
      names,
      sizeOf: (name) => (known.has(name) ? 1 : 0),
      async read(name) {
        if (!known.has(name)) throw damaged('a file it names is missing');
        try {
          const content = await readInside(root, name, limits.entry);
          bytes += content.length;
          if (bytes > limits.unpacked) {
            throw tooLarge('text in the folder', { limit: limits.unpacked });
          }
          return content;
        } catch (error) {
          throw error instanceof AppError ? error : damaged('a file of it cannot be read', error);
        }
      },
      close: () => undefined,
    };
  } catch (error) {
    throw error instanceof AppError ? error : damaged('the folder cannot be read', error);
  }
};
