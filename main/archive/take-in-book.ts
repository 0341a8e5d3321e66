/** Makes a book of an archive: a folder that was not there, its rows, its conversations' files. All of it or nothing. */
import {
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { nanoid } from 'nanoid';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { writeProjectFile } from '#main/book/projects/index.ts';
import { explainStorageFailure } from '#main/db/storage-failure.ts';
import { diskFailures, isMissing, systemCode, unlessMissing } from '#main/system-code.ts';
import type { ArchiveContext } from './archive-context.ts';
import { importRows, openForImport, removeRows } from './import-rows.ts';
import { rowsName } from './manifest.ts';
import { planIds, type RenameIds } from './new-ids.ts';
import { runArchive } from './run-archive.ts';

const taken = (path: string): AppError =>
  new AppError('IMPORT_FOLDER_TAKEN', 'There is something in that place already.', { path });

/** The real place for a new folder: nothing lies there, or an empty folder. */
const choosePlaceFor = async (into: string): Promise<string> => {
  if (!isAbsolute(into) || into.includes('\0')) {
    throw new AppError('PROJECT_PATH_RELATIVE', 'The path must begin at the root.', {});
  }
  const place = join(await realpath(dirname(into)), basename(into));
  try {
    if (!(await lstat(place)).isDirectory()) throw taken(place);
    if ((await readdir(place)).length > 0) throw taken(place);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return place;
};

const folderFailures: Readonly<Record<string, ErrorCode>> = {
  ...diskFailures,
  ENOENT: 'PROJECT_FOLDER_MISSING',
  ENOTDIR: 'PROJECT_FOLDER_MISSING',
  EACCES: 'PROJECT_FOLDER_UNWRITABLE',
  EPERM: 'PROJECT_FOLDER_UNWRITABLE',
  EROFS: 'PROJECT_FOLDER_UNWRITABLE',
};

const explain = (error: unknown): unknown => {
  const explained = explainStorageFailure(error);
  const code = folderFailures[systemCode(explained)];
  if (explained instanceof AppError || code === undefined) return explained;
  return new AppError(code, 'The book cannot be put there.', {}, { cause: error });
};

/** By rename where it can be; between disks by copying. */
const moveFolder = async (from: string, to: string): Promise<void> => {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await rename(from, to);
  } catch (error) {
    if (systemCode(error) !== 'EXDEV') throw error;
    await cp(from, to, { recursive: true, errorOnExist: true, force: false });
  }
};

const namesIn = (folder: string): Promise<string[]> => unlessMissing(readdir(folder), []);

/** The conversations' own lists of files name their conversation. */
const renameInside = async (file: string, rename: RenameIds): Promise<void> => {
  try {
    const text = await readFile(file, 'utf8');
    const renamed = rename(text);
    if (renamed !== text) await writeFile(file, renamed);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
};

type Staged = { staging: string; data: string; projectId: string; rename: RenameIds };

/** Puts the files of conversations and unsaved texts in the data folder; answers what was put there. */
const placeOwnFiles = async (
  { staging, data, projectId, rename: renameIds }: Staged,
  placed: string[],
): Promise<void> => {
  for (const id of await namesIn(join(staging, 'context'))) {
    const from = join(staging, 'context', id);
    await renameInside(join(from, 'index.json'), renameIds);
    const to = join(data, 'context', renameIds(id));
    placed.push(to);
    await moveFolder(from, to);
  }
  const journal = join(data, 'journal', encodeURIComponent(projectId));
  for (const name of await namesIn(join(staging, 'journal'))) {
    const from = join(staging, 'journal', name);
    await renameInside(from, renameIds);
    await mkdir(journal, { recursive: true, mode: 0o700 });
    const to = join(journal, renameIds(name));
    placed.push(to);
    await rename(from, to);
  }
};

const putInPlace = async (from: string, place: string): Promise<void> => {
  await mkdir(from, { recursive: true });
  await rmdir(place).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  await rename(from, place);
};

/** Fills the place from what was unpacked; takes everything back when a step fails. */
const settle = async (
  { database, platform }: ArchiveContext,
  staging: string,
  from: string,
  place: string,
): Promise<void> => {
  const rows = openForImport(join(staging, rowsName), platform.sqliteBinding);
  const placed: string[] = [];
  try {
    const { projectId, rename: renameIds } = planIds(database, rows, from);
    const staged = { staging, data: platform.paths.data, projectId, rename: renameIds };
    await writeProjectFile(join(staging, 'book'), projectId);
    await placeOwnFiles(staged, placed);
    // The rows last but one: a kill in between leaves a book whose folder is missing, which the list says.
    const now = platform.clock.now();
    importRows(database, rows, { from, projectId, path: place, rename: renameIds, now });
    try {
      await putInPlace(join(staging, 'book'), place);
    } catch (error) {
      removeRows(database, projectId);
      throw error;
    }
  } catch (error) {
    for (const path of placed) await rm(path, { recursive: true, force: true });
    throw error;
  } finally {
    rows.close();
  }
};

/**
 * Takes a book in and opens it. A book that is here already comes in as another one, with ids of its own.
 * IMPORT_FOLDER_TAKEN, PROJECT_PATH_RELATIVE, PROJECT_FOLDER_MISSING, PROJECT_FOLDER_UNWRITABLE, and the errors of
 * unpacking; nothing is left then.
 */
export const takeInBook = async (
  context: ArchiveContext,
  archive: string,
  into: string,
  signal: AbortSignal,
): Promise<string> => {
  const { platform, projects } = context;
  let staging: string | null = null;
  try {
    const place = await choosePlaceFor(into);
    staging = join(dirname(place), `.fabula-import-${nanoid(8)}`);
    await mkdir(staging, { mode: 0o700 });
    const report = await runArchive(
      platform.workers.archive,
      {
        kind: 'unpack',
        binding: platform.sqliteBinding,
        path: archive,
        folder: staging,
        isKept: true,
      },
      signal,
    );
    if (report.kind !== 'unpacked') {
      throw new AppError('ARCHIVE_FAILED', 'That was not asked for.');
    }
    await settle(context, staging, report.manifest.projectId, place);
    return (await projects.open({ path: place })).projectId;
  } catch (error) {
    throw explain(error);
  } finally {
    if (staging !== null) await rm(staging, { recursive: true, force: true });
  }
};
