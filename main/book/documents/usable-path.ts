/** Paths at which a chapter may be made or put. */
import { lstat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { fileNameFor } from '#shared/domain/file-name.ts';
import { AppError } from '#shared/errors.ts';
import { explainWriteFailure } from './file-errors.ts';
import type { OpenFolder } from './open-folder.ts';
import { isChapterPath } from './scan.ts';

const isPortablePath = (path: string): boolean =>
  isChapterPath(path) &&
  path.split('/').every((name, index, all) => {
    const stem = index === all.length - 1 ? name.slice(0, -extname(name).length) : name;
    return fileNameFor(stem) === stem;
  });

/** Folders on the way that are there must be folders of this project, not links out of it. */
const refuseForeignFolders = async (root: string, path: string): Promise<void> => {
  const names = dirname(path).split('/');
  for (let depth = 1; depth <= names.length; depth += 1) {
    const folder = join(root, ...names.slice(0, depth));
    try {
      if ((await lstat(folder)).isDirectory()) continue;
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT') return;
      throw await explainWriteFailure(root, error);
    }
    throw new AppError('DOCUMENT_NAME_INVALID', 'A folder of the path is none.', { path });
  }
};

/** DOCUMENT_NAME_INVALID for a path that not every system takes, that leads out of the project, or where records are kept. */
export const requireUsablePath = async (folder: OpenFolder, path: string): Promise<void> => {
  if (!isPortablePath(path) || folder.recordFolders.has(path.split('/', 1).join(''))) {
    throw new AppError('DOCUMENT_NAME_INVALID', 'Not every system takes that name.', { path });
  }
  await refuseForeignFolders(folder.root, path);
};
