/** A new folder with chapters in it: filled beside its place, then put there in one rename. */
import { mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileNameFor, numberedName } from '#shared/domain/file-name.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { findFreeFolder, isFreePlace } from '#main/base/files/places.ts';
import {
  diskFailures,
  isMissing,
  systemCode,
  unlessMissing,
} from '#main/base/failures/system-code.ts';
import type { ImportJournal } from './journal.ts';
import type { ImportRun } from './run-import.ts';

export type FolderChapter = { title: string; group: string | null; text: string };

const folderTaken = (path: string): AppError =>
  new AppError('IMPORT_FOLDER_TAKEN', 'There is something in that place already.', { path });

const failureCodes: Record<string, ErrorCode> = {
  ...diskFailures,
  ENOENT: 'PROJECT_FOLDER_MISSING',
  ENOTDIR: 'PROJECT_PATH_IS_FILE',
  EACCES: 'PROJECT_FOLDER_UNWRITABLE',
  EPERM: 'PROJECT_FOLDER_UNWRITABLE',
  ERR_INVALID_ARG_VALUE: 'DOCUMENT_NAME_INVALID',
};

const explain = (path: string, error: unknown): AppError => {
  if (error instanceof AppError) return error;
  const cause = systemCode(error);
  const code = failureCodes[cause] ?? 'FILE_WRITE_FAILED';
  return new AppError(code, 'The folder cannot be written.', { path, cause }, { cause: error });
};

/** Per chapter the number of its volume: they count from 1, or with chapters outside of all as chapters do. */
const volumeNumbers = (chapters: readonly FolderChapter[]): number[] => {
  const isBeside = chapters.some(({ group }) => group === null);
  let number = 0;
  return chapters.map(({ group }, at) => {
    const isNew = at === 0 || group !== chapters[at - 1]?.group;
    if (isNew) number = isBeside ? at + 1 : number + 1;
    return number;
  });
};

/** Names that sort as the book is read, in any program: a volume that another interrupts has two folders. */
export const fileNames = (chapters: readonly FolderChapter[]): string[] => {
  const digits = String(chapters.length).length;
  const volumes = volumeNumbers(chapters);
  return chapters.map(({ title, group }, at) => {
    const name = `${chapters.length === 1 ? (fileNameFor(title) ?? '01') : numberedName(at + 1, digits, title)}.md`;
    return group === null ? name : `${numberedName(volumes[at] ?? 1, digits, group)}/${name}`;
  });
};

const writeSynced = async (path: string, text: string): Promise<void> => {
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const fill = async (
  folder: string,
  chapters: readonly FolderChapter[],
  { signal, report }: ImportRun,
): Promise<string[]> => {
  await mkdir(folder);
  const paths = fileNames(chapters);
  for (const [at, path] of paths.entries()) {
    signal.throwIfAborted();
    report({ step: 'writing', done: at, total: paths.length });
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeSynced(join(folder, path), chapters[at]?.text ?? '');
  }
  return paths;
};

const place = async (temporary: string, target: string): Promise<void> => {
  if (process.platform === 'win32') {
    // Windows puts a folder in the place of none, not even of an empty one.
    await rmdir(target).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }
  try {
    await rename(temporary, target);
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(systemCode(error))) throw folderTaken(target);
    throw error;
  }
};

/**
 * Paths of the chapters in the folder. IMPORT_FOLDER_TAKEN, PROJECT_PATH_IS_FILE, PROJECT_FOLDER_MISSING,
 * PROJECT_FOLDER_UNWRITABLE, DISK_FULL, DISK_READ_ONLY, FILE_NAME_TOO_LONG, FILE_WRITE_FAILED; nothing is left then.
 */
export const writeFolder = async (
  target: string,
  chapters: readonly FolderChapter[],
  journal: ImportJournal,
  run: ImportRun,
): Promise<string[]> => {
  const temporary = journal.temporaryBeside(target);
  try {
    if (!(await isFreePlace(target))) throw folderTaken(target);
    const kept = await journal.keep({ kind: 'folder', temporary });
    try {
      const paths = await fill(temporary, chapters, run);
      run.signal.throwIfAborted();
      await place(temporary, target);
      return paths;
    } finally {
      await unlessMissing(rm(temporary, { recursive: true, force: true }), undefined);
      await kept.done();
    }
  } catch (error) {
    if (run.signal.aborted) throw new AppError('CANCELLED', 'The import is not wanted any more.');
    throw explain(target, error);
  }
};

/** A name that is not taken in `parent`: `name`, `name 2`, … DOCUMENT_NAME_INVALID. */
export const chooseFolder = async (parent: string, name: string): Promise<string> => {
  const folder = fileNameFor(name);
  if (folder === null) {
    throw new AppError('DOCUMENT_NAME_INVALID', 'The name gives no folder name.', { name });
  }
  try {
    return await findFreeFolder(parent, folder);
  } catch (error) {
    throw explain(parent, error);
  }
};
