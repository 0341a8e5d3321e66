/** Puts the files of a merged version into the book's folder, each whole or not at all. */
import { chmod, mkdir, readFile, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isInside } from '#main/base/files/regular-file.ts';
import { isMissing, systemCode, unlessMissing } from '#main/base/failures/system-code.ts';
import { AppError } from '#shared/errors.ts';
import { bookFile, isOfBook, type KindOfPath } from './book-paths.ts';
import { readStatus } from './list-changes.ts';
import type { Git } from './git.ts';
import type { TreeChange } from './merge-plan.ts';
import { foldName } from '#shared/domain/file-name.ts';

/** Something was written meanwhile that is in no version: whoever merges must begin anew. */
export class ChangedMeanwhile extends Error {}

const inTheWay = (files: readonly string[]): AppError =>
  new AppError('GIT_FILES_IN_THE_WAY', 'Files that are in no version are in the way.', {
    files: files.slice(0, 20),
  });

const isAnotherThere = async (git: Git, source: string, path: string): Promise<boolean> => {
  const lying = await unlessMissing(readFile(join(git.root, path)), null);
  return lying !== null && !lying.equals(await readFile(join(source, path)));
};

const leavingByName = (changes: readonly TreeChange[]): ReadonlyMap<string, string> =>
  new Map(changes.filter(({ isRemoved }) => isRemoved).map(({ path }) => [foldName(path), path]));

const isSameFile = async (one: string, other: string): Promise<boolean> => {
  const look = (path: string) => unlessMissing(stat(path, { bigint: true }), null);
  const [first, second] = [await look(one), await look(other)];
  return first !== null && first.ino === second?.ino && first.dev === second.dev;
};

/** Paths of which git was told not to look whether they changed. */
const listUnwatched = async (git: Git): Promise<ReadonlySet<string>> => {
  const { stdout } = await git.run(['ls-files', '-v', '-z']);
  const marked = stdout
    .toString()
    .split('\0')
    .filter((line) => /^(?:S|[a-z]) /u.test(line));
  return new Set(marked.map((line) => line.slice(2)));
};

/** Whether a file that is in no status is otherwise than in the version that is known. */
const isChangedUnseen = async (git: Git, path: string): Promise<boolean> => {
  if ((await unlessMissing(stat(join(git.root, path)), null)) === null) return false;
  const lying = await git.read(['hash-object', `--path=${path}`, '--', path]);
  return lying !== (await git.ask(['rev-parse', '--quiet', '--verify', `HEAD:${path}`]));
};

/** {@link ChangedMeanwhile} for the book's own files, GIT_FILES_IN_THE_WAY for those of the writer. */
export const checkPlaces = async (
  git: Git,
  changes: readonly TreeChange[],
  { kindOf, source }: { kindOf: KindOfPath; source: string },
): Promise<void> => {
  const coming = new Map(changes.map((change) => [change.path, change]));
  const taken: string[] = [];
  for (const { path, index, folder } of await readStatus(git)) {
    const isNew = index === '?';
    const isReady = !isNew && index !== ' ';
    if (!coming.has(path) && !isReady) continue;
    if (isNew && folder === '?' && !(await isAnotherThere(git, source, path))) continue;
    if (isOfBook(kindOf(path))) throw new ChangedMeanwhile();
    taken.push(path);
  }
  const unwatched = await listUnwatched(git);
  for (const { path } of changes) {
    if (unwatched.has(path) && (await isChangedUnseen(git, path))) taken.push(path);
  }
  const leaving = leavingByName(changes);
  for (const { path, isNew } of changes) {
    // What is ignored is in no status.
    if (!isNew || taken.includes(path) || !(await isAnotherThere(git, source, path))) continue;
    const former = leaving.get(foldName(path));
    if (former === undefined || !(await isSameFile(join(git.root, former), join(git.root, path))))
      taken.push(path);
  }
  if (taken.length > 0) throw inTheWay(taken);
};

/** Fences and records come before the chapters they speak of; what goes, goes last. */
const inOrder = (changes: readonly TreeChange[], kindOf: KindOfPath): TreeChange[] => {
  const rank = ({ path, isRemoved }: TreeChange): number => {
    if (isRemoved) return 3;
    if (path.startsWith('.fabula/')) return 0;
    return kindOf(path) === 'record' ? 1 : 2;
  };
  return changes.toSorted((one, other) => rank(one) - rank(other));
};

const requireInside = async (root: string, path: string): Promise<void> => {
  const folder = dirname(join(root, path));
  await mkdir(folder, { recursive: true });
  if (!isInside(root, await realpath(folder))) throw inTheWay([path]);
};

const removeEmpty = async (root: string, path: string): Promise<void> => {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      await rmdir(join(root, folder));
    } catch (error) {
      if (isMissing(error) || ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(systemCode(error))) return;
      throw error;
    }
  }
};

/**
 * Gives files another name whose names differ by capitals alone, and answers with their former names: on many disks to remove
 * the one would remove the other.
 */
const renameByCase = async (
  root: string,
  changes: readonly TreeChange[],
  kindOf: KindOfPath,
): Promise<Set<string>> => {
  const leaving = leavingByName(changes);
  const renamed = new Set<string>();
  for (const { path, isRemoved } of changes) {
    const former = isRemoved ? undefined : leaving.get(foldName(path));
    if (former === undefined || former === path || kindOf(former) === 'private') continue;
    await requireInside(root, path);
    await requireInside(root, former);
    await unlessMissing(rename(join(root, former), join(root, path)), undefined);
    await removeEmpty(root, former);
    renamed.add(former);
  }
  return renamed;
};

export const placeFiles = async (
  root: string,
  changes: readonly TreeChange[],
  parts: {
    kindOf: KindOfPath;
    source: string;
    writeFile(path: string, bytes: Buffer): Promise<void>;
  },
): Promise<void> => {
  const { kindOf, source, writeFile } = parts;
  const renamed = await renameByCase(root, changes, kindOf);
  for (const { path, mode, isRemoved } of inOrder(changes, kindOf)) {
    if (renamed.has(path)) continue;
    if (kindOf(path) === 'private' || path === bookFile) continue;
    const target = join(root, path);
    if (isRemoved) {
      const parent = await unlessMissing(realpath(dirname(target)), null);
      if (parent === null) continue;
      if (!isInside(root, parent)) throw inTheWay([path]);
      await rm(target, { force: true });
      await removeEmpty(root, path);
      continue;
    }
    await requireInside(root, path);
    await writeFile(target, await readFile(join(source, path)));
    if (mode === '100755') await chmod(target, (await stat(target)).mode | 0o111);
  }
};
