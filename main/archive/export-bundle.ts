/** Writes a book to one file that the writer can take along (B9). */
import { copyFile, mkdir, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import type { Output, Parsed } from '#shared/contract/index.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { choosePlace } from '#main/base/files/place-file.ts';
import { diskFailures, systemCode } from '#main/base/failures/system-code.ts';
import { createUnfinishedFiles } from '#main/base/files/unfinished-files.ts';
import type { ArchiveContext } from './archive-context.ts';
import { openBookArchive } from './book-archive.ts';
import { packInto, rootOf } from './make-backup.ts';
import type { ArchiveRun } from './run-archive.ts';

const isBookArchive = async (path: string): Promise<boolean> => {
  try {
    (await openBookArchive(path)).close();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
};

const invalid = (reason: string): AppError =>
  new AppError('EXPORT_PLACE_INVALID', 'An export cannot go to that place.', { reason });

const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder + sep);

/** Not into the data folder, where the program's own files are, nor among the chapters, where it would be packed too. */
const chooseTarget = async (
  path: string,
  exports: string,
  forbidden: readonly string[],
): Promise<string> => {
  if (!isAbsolute(path) || path.includes('\0')) throw invalid('notAbsolute');
  // The folder that the page suggests may be made.
  if (dirname(path) === exports) await mkdir(exports, { recursive: true });
  let folder: string;
  try {
    folder = await realpath(dirname(path));
  } catch (error) {
    throw new AppError('EXPORT_FOLDER_MISSING', 'The folder is not there.', {}, { cause: error });
  }
  const target = join(folder, basename(path));
  const places = await Promise.all(forbidden.map((place) => realpath(place).catch(() => place)));
  if (places.some((place) => isWithin(place, target))) throw invalid('ownFolder');
  return target;
};

const failureCodes: Readonly<Record<string, ErrorCode>> = {
  ...diskFailures,
  EACCES: 'FILE_NOT_PERMITTED',
  EPERM: 'FILE_NOT_PERMITTED',
};

const explain = (error: unknown): unknown => {
  const code = failureCodes[systemCode(error)];
  if (error instanceof AppError || code === undefined) return error;
  return new AppError(code, 'The file could not be written.', {}, { cause: error });
};

/** Moves or, from another disk, copies: the data folder may lie elsewhere. */
const bring = async (finished: string, beside: string): Promise<void> => {
  try {
    await rename(finished, beside);
  } catch (error) {
    if (systemCode(error) !== 'EXDEV') throw error;
    await copyFile(finished, beside);
  }
};

/** EXPORT_FILE_EXISTS, EXPORT_FOLDER_MISSING, EXPORT_PLACE_INVALID, and the errors of packing. */
export const exportBundle = async (
  context: ArchiveContext,
  { projectId, path, replace = false }: Parsed<'projects:bundle:export'>,
  run: ArchiveRun,
): Promise<Output<'projects:bundle:export'>> => {
  const root = rootOf(context, projectId);
  const { data, documents } = context.platform.paths;
  const exports = join(documents, 'Fabula', 'Exports');
  const unfinished = createUnfinishedFiles(data);
  const taken = (): AppError =>
    new AppError('EXPORT_FILE_EXISTS', 'There is a file of that name already.', {});
  try {
    const target = await chooseTarget(path, exports, [root, join(data, 'backups')]);
    const place = await choosePlace(target, async (one) => replace && (await isBookArchive(one)));
    if (place === null) throw taken();
    await unfinished.sweep();
    let bytes = 0;
    const packed = await packInto(
      context,
      { projectId, root, last: null },
      run,
      // Whole beside its place first, so that it appears there by rename.
      (finished) =>
        unfinished.make(target, async (beside) => {
          await bring(finished, beside);
          bytes = (await stat(beside)).size;
          if (!(await place.fill(beside))) throw taken();
        }),
    );
    const files = packed.kind === 'packed' ? packed.manifest.files.length : 0;
    return { files, bytes, path: target };
  } catch (error) {
    throw explain(error);
  }
};
