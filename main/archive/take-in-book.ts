/** Makes a book of an archive: a folder that was not there, its rows, its conversations' files. All of it or nothing. */
import {
  cp,
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
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { writeProjectFile } from '#main/book/projects/index.ts';
import { explainStorageFailure } from '#main/base/failures/storage-failure.ts';
import { isFreePlace } from '#main/base/files/places.ts';
import {
  diskFailures,
  isMissing,
  systemCode,
  unlessMissing,
} from '#main/base/failures/system-code.ts';
import type { ArchiveContext } from './archive-context.ts';
import { type Placement, unpackedBook } from './arrivals.ts';
import { importRows, openForImport, removeRows } from './import-rows.ts';
import { rowsName } from './manifest.ts';
import { planIds, type RenameIds } from './new-ids.ts';
import { type ArchiveRun, runArchive } from './run-archive.ts';

const taken = (path: string): AppError =>
  new AppError('IMPORT_FOLDER_TAKEN', 'There is something in that place already.', { path });

/** The real place for a new folder: nothing lies there, or an empty folder. */
const choosePlaceFor = async (into: string): Promise<string> => {
  if (!isAbsolute(into) || into.includes('\0')) {
    throw new AppError('PROJECT_PATH_RELATIVE', 'The path must begin at the root.', {});
  }
  const place = join(await realpath(dirname(into)), basename(into));
  if (!(await isFreePlace(place))) throw taken(place);
  return place;
};

const folderFailures: Readonly<Record<string, ErrorCode>> = {
  ...diskFailures,
  ENOENT: 'PROJECT_FOLDER_MISSING',
  ENOTDIR: 'PROJECT_PATH_IS_FILE',
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
const move = async (from: string, to: string): Promise<void> => {
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
type Move = { from: string; to: string };

/** Where the files of conversations and unsaved texts go in the data folder. */
const planMoves = async ({
  staging,
  data,
  projectId,
  rename: renameIds,
}: Staged): Promise<{ conversations: Move[]; texts: Move[] }> => {
  const journal = join(data, 'journal', encodeURIComponent(projectId));
  const movesIn = async (name: string, into: string): Promise<Move[]> =>
    (await namesIn(join(staging, name))).map((one) => ({
      from: join(staging, name, one),
      to: join(into, renameIds(one)),
    }));
  return {
    conversations: await movesIn('context', join(data, 'context')),
    texts: await movesIn('journal', journal),
  };
};

const placeOwnFiles = async (
  { conversations, texts }: Awaited<ReturnType<typeof planMoves>>,
  renameIds: RenameIds,
): Promise<void> => {
  for (const { from, to } of conversations) {
    await renameInside(join(from, 'index.json'), renameIds);
    await move(from, to);
  }
  for (const { from, to } of texts) {
    await renameInside(from, renameIds);
    await move(from, to);
  }
};

const putInPlace = async (from: string, place: string): Promise<void> => {
  await mkdir(from, { recursive: true });
  await rmdir(place).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  await rename(from, place);
};

type Unpacked = { staging: string; from: string; place: string };

/** Fills the place from what was unpacked; takes everything back when a step fails. */
const settle = async (
  { database, platform }: ArchiveContext,
  { staging, from, place }: Unpacked,
  announce: (placement: Placement) => Promise<void>,
): Promise<void> => {
  const rows = openForImport(join(staging, rowsName), platform.sqliteBinding);
  try {
    const { projectId, rename: renameIds } = planIds(database, rows, from);
    const staged = { staging, data: platform.paths.data, projectId, rename: renameIds };
    await writeProjectFile(join(staging, unpackedBook), projectId);
    const moves = await planMoves(staged);
    const files = [...moves.conversations, ...moves.texts].map(({ to }) => to);
    await announce({ projectId, files });
    try {
      await placeOwnFiles(moves, renameIds);
      const now = platform.clock.now();
      importRows(database, rows, { from, projectId, path: place, rename: renameIds, now });
      // The book last: while it is not in its place, all the rest is taken back, by the next start after a kill.
      try {
        await putInPlace(join(staging, unpackedBook), place);
      } catch (error) {
        removeRows(database, projectId);
        throw error;
      }
    } catch (error) {
      for (const path of files) await rm(path, { recursive: true, force: true });
      throw error;
    }
  } finally {
    rows.close();
  }
};

/**
 * Takes a book in and opens it. A book that is here already comes in as another one, with ids of its own.
 * IMPORT_FOLDER_TAKEN, PROJECT_PATH_RELATIVE, PROJECT_PATH_IS_FILE, PROJECT_FOLDER_MISSING, PROJECT_FOLDER_UNWRITABLE,
 * and the errors of unpacking; nothing is left then.
 */
export const takeInBook = async (
  context: ArchiveContext,
  archive: string,
  into: string,
  run: ArchiveRun,
): Promise<{ projectId: string; path: string }> => {
  const { platform, projects, arrivals } = context;
  const binding = platform.sqliteBinding;
  try {
    const place = await choosePlaceFor(into);
    await arrivals.unpackBeside(place, async (staging, announce) => {
      const order = {
        kind: 'unpack',
        binding,
        path: archive,
        folder: staging,
        isKept: true,
      } as const;
      const { archive: entry } = platform.workers;
      const report = await runArchive(entry, order, run);
      if (report.kind !== 'unpacked') {
        throw new AppError('ARCHIVE_FAILED', 'That was not asked for.');
      }
      run.signal.throwIfAborted();
      // From here on it is taken in whole: nobody is told that it was cancelled.
      run.report({ step: 'opening', done: 0, total: 0 });
      await settle(context, { staging, from: report.manifest.projectId, place }, announce);
    });
    const { projectId, path } = await projects.open({ path: place });
    return { projectId, path };
  } catch (error) {
    throw explain(error);
  }
};
