/** Makes a folder for a new project. */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { fileNameFor } from '#shared/domain/file-name.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { makeFolders } from '#main/base/files/make-folders.ts';
import { findFreeFolder } from '#main/base/files/places.ts';
import { AppError } from '#shared/errors.ts';

const firstChapter: Record<Language, string> = { 'zh-CN': '第一章', en: 'Chapter 1' };

/** Why no folder can be made in `parent`. */
export const explainFolderFailure = (parent: string, error: unknown): AppError => {
  if (error instanceof AppError) return error;
  const code = errorCodeOf(error);
  const details = { path: parent, cause: code };
  if (code === 'ENOTDIR') {
    return new AppError('PROJECT_PATH_IS_FILE', 'There is a file on the way.', details, {
      cause: error,
    });
  }
  if (code === 'ENOENT') {
    return new AppError('PROJECT_FOLDER_MISSING', 'There is no such folder.', details, {
      cause: error,
    });
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AppError('DISK_FULL', 'The disk is full.', details, { cause: error });
  }
  return new AppError('PROJECT_FOLDER_UNWRITABLE', 'No project can be made here.', details, {
    cause: error,
  });
};

/**
 * A path as the caller gave it: beside what a relative one lies only the program knows, and nobody meant that.
 * PROJECT_PATH_RELATIVE.
 */
export const requireAbsolute = (path: string): string => {
  if (isAbsolute(path)) return path;
  throw new AppError('PROJECT_PATH_RELATIVE', 'The path must begin at the root.', { path });
};

/**
 * Makes the folder of a new project, with one chapter that has only its heading. A taken name gets a number.
 * DOCUMENT_NAME_INVALID, PROJECT_PATH_RELATIVE, PROJECT_PATH_IS_FILE, PROJECT_FOLDER_MISSING, PROJECT_FOLDER_UNWRITABLE,
 * DISK_FULL.
 */
export const makeFolder = async (
  request: { name: string; language: Language; parentPath?: string | undefined },
  documentsFolder: string,
): Promise<string> => {
  const name = fileNameFor(request.name);
  if (name === null) {
    throw new AppError('DOCUMENT_NAME_INVALID', 'The name gives no folder name.', {
      name: request.name,
    });
  }
  const parent =
    request.parentPath === undefined
      ? join(documentsFolder, 'Fabula')
      : requireAbsolute(request.parentPath);
  try {
    if (request.parentPath === undefined) await makeFolders(parent);
    const path = await findFreeFolder(parent, name);
    await mkdir(path).catch((error: unknown) => {
      if (errorCodeOf(error) !== 'EEXIST') throw error;
    });
    const title = firstChapter[request.language];
    await writeFile(join(path, `${title}.md`), `# ${title}\n\n`, { flag: 'wx' });
    return path;
  } catch (error) {
    throw explainFolderFailure(parent, error);
  }
};
