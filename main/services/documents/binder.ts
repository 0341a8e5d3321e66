import { lstat, mkdir, rename } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { nanoid } from 'nanoid';
import { fileNameFor } from '#shared/domain/file-name.ts';
import { AppError } from '#shared/errors.ts';
import { moveInOrder } from './binder-order.ts';
import type { DocumentsContext } from './context.ts';
import { explainWriteFailure } from './file-errors.ts';
import {
  binderOrder,
  type OpenFolder,
  setGone,
  setManualOrder,
  setPresent,
} from './open-folder.ts';
import type { DocumentRecord } from './record.ts';
import { acceptText, readNow, writeText } from './save.ts';
import { errorCodeOf, isChapterPath } from './scan.ts';
import { loadDocuments, saveDocument, saveManualOrder } from './store.ts';
import { firstHeading, titleOf } from './title.ts';

/** Works of the binder on whole chapters. Every one expects the caller to hold the folder's mutex. */

const isFree = async (root: string, path: string): Promise<boolean> => {
  try {
    await lstat(join(root, path));
    return false;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return true;
    throw error;
  }
};

const stemFor = (title: string): string => {
  const stem = fileNameFor(title);
  if (stem === null) {
    throw new AppError('DOCUMENT_NAME_INVALID', 'The title gives no file name.', { title });
  }
  return stem;
};

const inFolder = (folder: string, name: string): string =>
  folder === '' || folder === '.' ? name : `${folder}/${name}`;

const freshRecord = (documentId: string, path: string, text: string): DocumentRecord => ({
  documentId,
  path,
  inode: '',
  size: 0,
  modifiedAt: 0,
  version: '',
  title: titleOf(text, path),
  encoding: 'UTF-8',
  encodingGuessed: false,
  charCount: 0,
  wordCount: 0,
  pointOfViewEntityId: null,
  fence: null,
});

export const createChapter = async (
  context: DocumentsContext,
  folder: OpenFolder,
  request: { title: string; afterDocumentId: string | undefined; text: string | undefined },
): Promise<DocumentRecord> => {
  const order = binderOrder(folder);
  const { afterDocumentId } = request;
  const neighbour = folder.present.get(afterDocumentId ?? order.at(-1) ?? '');
  const text = acceptText(request.text ?? `# ${request.title}\n\n`);
  const path = inFolder(neighbour ? dirname(neighbour.path) : '', `${stemFor(request.title)}.md`);
  if (!(await isFree(folder.root, path))) {
    throw new AppError('DOCUMENT_NAME_TAKEN', 'There is a file of that name already.', { path });
  }
  const record = await writeText(
    context,
    folder,
    freshRecord(nanoid(), path, text),
    null,
    text,
    'save',
  );
  const shown = binderOrder(folder);
  const wanted = afterDocumentId === undefined ? -1 : shown.indexOf(afterDocumentId) + 1;
  if (wanted >= 0 && shown.indexOf(record.documentId) !== wanted) {
    moveChapter(
      context,
      folder,
      record.documentId,
      shown.indexOf(record.documentId) < wanted ? wanted - 1 : wanted,
    );
  }
  return record;
};

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

/** A chapter where and under which id the caller says, with its empty beginning as a snapshot. */
export const createChapterAt = async (
  context: DocumentsContext,
  folder: OpenFolder,
  request: { documentId: string; path: string; text: string },
): Promise<{ version: string; snapshotId: string }> => {
  const { documentId, path } = request;
  if (!isPortablePath(path)) {
    throw new AppError('DOCUMENT_NAME_INVALID', 'Not every system takes that name.', { path });
  }
  await refuseForeignFolders(folder.root, path);
  if (folder.present.has(documentId) || !(await isFree(folder.root, path))) {
    throw new AppError('DOCUMENT_NAME_TAKEN', 'There is a file of that name already.', { path });
  }
  const text = acceptText(request.text);
  const fresh = freshRecord(documentId, path, text);
  const { version } = await writeText(context, folder, fresh, null, text, 'save');
  const key = { projectId: folder.projectId, documentId };
  const { snapshotId } = await context.snapshots.add(key, '', 'beforeAi');
  return { version, snapshotId };
};

export const moveChapter = (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  toIndex: number,
): void => {
  const order = moveInOrder(binderOrder(folder), folder.manualOrder, documentId, toIndex);
  saveManualOrder(context.database, folder.projectId, order);
  setManualOrder(folder, order);
};

const moveFile = async (folder: OpenFolder, from: string, to: string): Promise<void> => {
  try {
    await mkdir(dirname(to), { recursive: true });
    await rename(from, to);
  } catch (error) {
    throw await explainWriteFailure(folder.root, error);
  }
};

const refuseTaken = async (folder: OpenFolder, from: string, to: string): Promise<void> => {
  // On file systems that ignore case, a change of case finds the file itself.
  const isCaseChange = from.toLowerCase() === to.toLowerCase();
  if (!isCaseChange && !(await isFree(folder.root, to))) {
    throw new AppError('DOCUMENT_NAME_TAKEN', 'There is a file of that name already.', {
      path: to,
    });
  }
};

/** A chapter with a heading has its title there; the file's name follows where it was the title before. */
export const renameChapter = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
  title: string,
): Promise<void> => {
  const current = await readNow(context, folder, record);
  if (current === null) {
    throw await explainWriteFailure(
      folder.root,
      Object.assign(new Error('gone'), { code: 'ENOENT' }),
    );
  }
  const latest = folder.present.get(record.documentId) ?? record;
  const heading = firstHeading(current.text);
  const extension = extname(latest.path);
  const stem = basename(latest.path, extension);
  const namesFile = heading === null || fileNameFor(heading.title) === stem;
  const path = inFolder(dirname(latest.path), `${stemFor(title)}${extension}`);
  if (namesFile && path !== latest.path) await refuseTaken(folder, latest.path, path);
  let renamed = latest;
  if (heading !== null && heading.title !== title) {
    const text = `${current.text.slice(0, heading.start)}${title}${current.text.slice(heading.end)}`;
    renamed = await writeText(context, folder, latest, current, text, 'save');
  }
  if (!namesFile || path === latest.path) return;
  await moveFile(folder, join(folder.root, latest.path), join(folder.root, path));
  const moved = { ...renamed, path, title };
  saveDocument(context.database, folder.projectId, moved, 'present');
  setPresent(folder, moved);
};

const trashFolder = '.fabula/trash';

/** The file moves to the project's trash; its id, place and snapshots stay. */
export const removeChapter = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
): Promise<void> => {
  const { projectId } = folder;
  const { documentId } = record;
  const current = await readNow(context, folder, record);
  const latest = folder.present.get(documentId) ?? record;
  const trashPath = `${trashFolder}/${documentId}${extname(latest.path)}`;
  if (current) {
    await context.snapshots.add({ projectId, documentId }, current.text, 'beforeDelete');
    await moveFile(folder, join(folder.root, latest.path), join(folder.root, trashPath));
  }
  saveDocument(context.database, projectId, latest, 'deleted', trashPath);
  context.cache.delete(documentId);
  setGone(folder, latest, false);
};

const freePath = async (root: string, path: string): Promise<string> => {
  const extension = extname(path);
  const stem = path.slice(0, path.length - extension.length);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? path : `${stem} (${number})${extension}`;
    if (await isFree(root, candidate)) return candidate;
  }
};

/** Brings a deleted chapter back under its id, beside a file that took its name meanwhile. */
export const restoreChapter = async (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
): Promise<void> => {
  if (folder.present.has(documentId)) return;
  const stored = loadDocuments(context.database, folder.projectId).find(
    ({ record, state }) => record.documentId === documentId && state === 'deleted',
  );
  if (!stored?.trashPath) {
    throw new AppError('DOCUMENT_NOT_FOUND', 'There is no such deleted chapter.', { documentId });
  }
  const path = await freePath(folder.root, stored.record.path);
  const inTrash = join(folder.root, stored.trashPath);
  if (await isFree(folder.root, stored.trashPath)) {
    // Someone emptied the trash by hand: the snapshot made before the delete still has the text.
    const text = await context.snapshots.textOf(folder.projectId, stored.record.version);
    if (text === null)
      throw new AppError('DOCUMENT_NOT_FOUND', 'The deleted file is gone.', { documentId });
    await writeText(context, folder, { ...stored.record, path }, null, text, 'save');
    return;
  }
  await moveFile(folder, inTrash, join(folder.root, path));
  const record = { ...stored.record, path };
  saveDocument(context.database, folder.projectId, record, 'present');
  setPresent(folder, record);
};
