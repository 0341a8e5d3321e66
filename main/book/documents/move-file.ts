/** Moves files of a project, never over another one. */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { link, lstat, mkdir, rename, unlink } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { AppError } from '#shared/errors.ts';
import { explainWriteFailure } from './file-errors.ts';

/** Whether nothing, not even a broken link, has that name. Throws the file system's error. */
export const isFree = async (root: string, path: string): Promise<boolean> => {
  try {
    await lstat(join(root, path));
    return false;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return true;
    throw error;
  }
};

/** The path itself, or the first of `name (2).md`, `name (3).md`, … that is free; never one below number `from`. */
export const findFreePath = async (root: string, path: string, from = 1): Promise<string> => {
  const extension = extname(path);
  const stem = path.slice(0, path.length - extension.length);
  for (let number = from; ; number += 1) {
    const candidate = number === 1 ? path : `${stem} (${number})${extension}`;
    if (await isFree(root, candidate)) return candidate;
  }
};

/**
 * `to` itself where the file at `from` may have that name, else the first free one beside it. Throws what
 * {@link explainWriteFailure} says, also where there is no file at `from`.
 */
export const findPathFor = async (root: string, from: string, to: string): Promise<string> => {
  try {
    const isOwn = !(await isFree(root, to)) && (await isSameFile(join(root, from), join(root, to)));
    return isOwn ? to : await findFreePath(root, to);
  } catch (error) {
    throw await explainWriteFailure(root, error);
  }
};

const nameTaken = (path: string): AppError =>
  new AppError('DOCUMENT_NAME_TAKEN', 'There is a file of that name already.', { path });

/** Two spellings of one file: a disk that ignores letter case, or composes characters, finds it under both. */
const isSameFile = async (one: string, other: string): Promise<boolean> => {
  const [first, second] = [await lstat(one), await lstat(other)];
  return first.ino === second.ino && first.dev === second.dev;
};

/** Disks that know no second name for a file (exFAT, some network drives) answer one of these. */
const noLinkCodes = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL']);

/**
 * Gives the file at `from` the name `to`, in one step that fails where something has that name, however late it came.
 * Where the disk cannot do that the name is looked at right before. Throws the file system's error, EEXIST among them.
 */
export const renameToFreeName = async (from: string, to: string): Promise<void> => {
  try {
    await link(from, to);
  } catch (error) {
    if (!noLinkCodes.has(errorCodeOf(error))) throw error;
    if (!(await isFree('', to))) throw Object.assign(new Error('EEXIST'), { code: 'EEXIST' });
    await rename(from, to);
    return;
  }
  await unlink(from);
};

/**
 * Moves a file inside the project; both paths are relative. DOCUMENT_NAME_TAKEN when another file has the name, and what
 * {@link explainWriteFailure} says of everything else.
 */
export const moveFile = async (root: string, from: string, to: string): Promise<void> => {
  const [source, target] = [join(root, from), join(root, to)];
  try {
    await mkdir(dirname(target), { recursive: true });
    if (!(await isFree(root, to)) && (await isSameFile(source, target))) {
      await rename(source, target);
      return;
    }
    await renameToFreeName(source, target);
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') throw nameTaken(to);
    throw await explainWriteFailure(root, error);
  }
};

/** DOCUMENT_NAME_TAKEN when `to` is the name of another file than the one at `from`. */
export const refuseTakenName = async (root: string, from: string, to: string): Promise<void> => {
  if (await isFree(root, to)) return;
  if (!(await isSameFile(join(root, from), join(root, to)))) throw nameTaken(to);
};

/** DOCUMENT_NAME_TAKEN when anything has that name. */
export const requireFreeName = async (root: string, path: string): Promise<void> => {
  if (!(await isFree(root, path))) throw nameTaken(path);
};
