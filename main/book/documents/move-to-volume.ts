/** A volume is a folder: chapters that go to another one take their files along (W1). */
import { basename, dirname } from 'node:path';
import { reportError } from '#main/base/failures/error-report.ts';
import { withHidden } from './binder-order.ts';
import { inFolder } from './chapter-path.ts';
import type { DocumentsContext } from './context.ts';
import { removeEmptyFolders } from './empty-folders.ts';
import { keepOrder } from './move-chapter.ts';
import { findPathFor, moveFile } from './move-file.ts';
import { binderOrder, type OpenFolder, setGone, setPresent } from './open-folder.ts';
import type { DocumentRecord } from './record.ts';
import { loadDocuments, saveDocument } from './store.ts';
import { titleOf } from './title.ts';
import { requireUsablePath } from './usable-path.ts';

/** A title that is only the file's name follows it. */
const titleAt = (record: DocumentRecord, path: string): string =>
  record.title === titleOf('', record.path) ? titleOf('', path) : record.title;

/** The name of its file, without the number that a volume it went to gave it. */
const nameOf = ({ numbered }: OpenFolder, { documentId, path }: DocumentRecord): string => {
  const known = numbered.get(documentId);
  return known?.path === path ? known.name : basename(path);
};

/** Gives a chapter's file another place, there being none of that name. */
const place = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
  path: string,
): Promise<void> => {
  const name = nameOf(folder, record);
  await moveFile(folder.root, record.path, path);
  const moved = { ...record, path, title: titleAt(record, path) };
  saveDocument(context.database, folder.projectId, moved, 'present');
  setPresent(folder, moved);
  if (basename(path) === name) folder.numbered.delete(record.documentId);
  else folder.numbered.set(record.documentId, { path, name });
};

/** The last first, so that each finds its name free again. What cannot go back stays where it is and is listed there. */
const takeBack = async (
  context: DocumentsContext,
  folder: OpenFolder,
  records: readonly DocumentRecord[],
  volume: string,
): Promise<void> => {
  const tryTo = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      context.logger.log('warn', 'a chapter or its volume could not be taken back', {
        error: reportError(error),
      });
    }
  };
  for (const record of records.toReversed()) {
    const moved = folder.present.get(record.documentId);
    if (moved) await tryTo(() => place(context, folder, moved, record.path));
  }
  await tryTo(() => removeEmptyFolders(folder.root, volume));
};

type Move = {
  records: readonly DocumentRecord[];
  /** Folder inside the project, with forward slashes; '' for its top. */
  volume: string;
  isRename: boolean;
};

const isIn = (volume: string, records: Iterable<DocumentRecord>): boolean =>
  [...records].some(({ path }) => dirname(path) === volume);

/**
 * Deleted chapters of a volume that got another name come back into it. Where others were deleted under that name before, they stay
 * where they were: nobody could tell them apart when it is called as before again.
 */
const renameDeleted = (
  { database }: DocumentsContext,
  folder: OpenFolder,
  before: string,
  volume: string,
): void => {
  const { projectId } = folder;
  const deleted = loadDocuments(database, projectId).filter(({ state }) => state === 'deleted');
  if (deleted.some(({ record }) => dirname(record.path) === volume)) return;
  for (const { record, trashPath } of deleted) {
    if (dirname(record.path) !== before) continue;
    const moved = { ...record, path: inFolder(volume, basename(record.path)) };
    saveDocument(database, projectId, moved, 'deleted', trashPath);
    setGone(folder, moved, false);
  }
};

/**
 * Puts chapters into a volume; their order stays. A name that is taken there gets a number, until its chapter goes where
 * the name is free. With `isRename` its deleted chapters belong to a volume that was not there before. The caller holds the folder's mutex. DOCUMENT_NAME_INVALID for a folder that not every system takes,
 * and what {@link moveFile} throws: then all are where they were, but for those whose way back is barred, too.
 */
export const moveToVolume = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { records, volume, isRename }: Move,
): Promise<void> => {
  await requireUsablePath(folder, inFolder(volume, 'x.md'));
  // Folders suggest an order as long as the writer made none: the one that is shown is to stay.
  keepOrder(context, folder, withHidden(binderOrder(folder), folder.manualOrder));
  const moved: DocumentRecord[] = [];
  const isNew = !isIn(volume, folder.present.values());
  try {
    for (const record of records) {
      const wanted = inFolder(volume, nameOf(folder, record));
      if (dirname(wanted) === dirname(record.path)) continue;
      const path = await findPathFor(folder.root, record.path, wanted);
      await place(context, folder, record, path);
      moved.push(record);
      await removeEmptyFolders(folder.root, dirname(record.path));
    }
  } catch (error) {
    await takeBack(context, folder, moved, volume);
    throw error;
  }
  // What stood at the top of the book was in no volume that has another name now.
  const left = new Set(moved.map(({ path }) => dirname(path)).filter((before) => before !== '.'));
  for (const before of isRename && isNew ? left : []) {
    if (!isIn(before, folder.present.values())) renameDeleted(context, folder, before, volume);
  }
};
