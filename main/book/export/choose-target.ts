/** Whether an export may go to a path: never over anything unasked, never among chapters or the program's own files. */
import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, relative, sep } from 'node:path';
import { AppError } from '#shared/errors.ts';
import { choosePlace, type Place } from '#main/base/files/place-file.ts';

export type TargetRules = {
  /** The program's own folder. */
  data: string;
  /** The writer's documents, which may lie in it. */
  documents: string;
  /** Where exports go unless told otherwise; made when it is missing. */
  exports: string;
  /** Folders of books: what ends like a chapter would become one there. */
  books: readonly string[];
};

/** Whether `path` lies in `folder` or is it. */
const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
};

const likeChapters = new Set(['.md', '.markdown', '.txt']);

const invalid = (reason: 'notAbsolute' | 'ownFolder' | 'insideBook' | 'notAFile'): AppError =>
  new AppError('EXPORT_PLACE_INVALID', 'An export cannot go to that place.', { reason });

const realFolder = async (folder: string): Promise<string> => {
  try {
    return await realpath(folder);
  } catch (error) {
    throw new AppError('EXPORT_FOLDER_MISSING', 'The folder is not there.', {}, { cause: error });
  }
};

const realOrSame = (folder: string): Promise<string> => realpath(folder).catch(() => folder);

const checkRules = async (target: string, rules: TargetRules): Promise<void> => {
  const [data, documents] = await Promise.all([rules.data, rules.documents].map(realOrSame));
  if (target.split(sep).includes('.fabula')) throw invalid('ownFolder');
  const books = await Promise.all(rules.books.map(realOrSame));
  const isInBook = books.some((book) => isWithin(book, target));
  if (isInBook && likeChapters.has(extname(target).toLowerCase())) throw invalid('insideBook');
  const isOwn = isWithin(data ?? rules.data, target);
  if (isOwn && !isInBook && !isWithin(documents ?? rules.documents, target))
    throw invalid('ownFolder');
};

/**
 * Looks at the place before anything is made for it.
 * @param replace the writer was asked and wants the file that lies there replaced
 * @returns the real path and the place. EXPORT_PLACE_INVALID, EXPORT_FOLDER_MISSING, EXPORT_FILE_EXISTS
 */
export const chooseTarget = async (
  path: string,
  replace: boolean,
  rules: TargetRules,
): Promise<{ target: string; place: Place }> => {
  if (!isAbsolute(path) || path.includes('\0')) throw invalid('notAbsolute');
  if (dirname(path) === rules.exports) await mkdir(rules.exports, { recursive: true });
  const target = join(await realFolder(dirname(path)), basename(path));
  await checkRules(target, rules);
  const place = await choosePlace(target, () => Promise.resolve(replace));
  if (place) return { target, place };
  if (replace) throw invalid('notAFile');
  throw fileExists();
};

export const fileExists = (): AppError =>
  new AppError('EXPORT_FILE_EXISTS', 'Something lies at that place already.');
