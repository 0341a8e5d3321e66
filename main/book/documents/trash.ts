/** Deleted chapters: their files lie in `.fabula/trash`, their rows say so. */
import { errorCodeOf, unlessMissing } from '#main/base/failures/system-code.ts';
import { readdir } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { AppError } from '#shared/errors.ts';
import type { DocumentsContext } from './context.ts';
import { clearVolume } from './empty-folders.ts';
import { findFreePath, isFree, moveFile } from './move-file.ts';
import { moveChapter } from './move-chapter.ts';
import { binderOrder, type OpenFolder, setGone, setPresent } from './open-folder.ts';
import { readNow } from './read-now.ts';
import { type DocumentRecord, sameStamp } from './record.ts';
import { lookAtFile } from './scan.ts';
import { loadDocuments, saveDocument, type StoredDocument } from './store.ts';
import { createTurns } from '../take-turns.ts';
import { writeText } from './write-text.ts';

const trashFolder = '.fabula/trash';

/**
 * The file moves to the project's trash; its id, place and snapshots stay. The decision is written down before the file
 * moves, so that a program killed between the two knows at the next opening where the file belongs (F17). The caller
 * holds the folder's mutex. Errors: those of {@link moveFile}.
 */
export const removeChapter = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
): Promise<void> => {
  const { projectId, root } = folder;
  const { documentId } = record;
  const current = await readNow(context, folder, record);
  const latest = folder.present.get(documentId) ?? record;
  const trashPath = await findFreePath(root, `${trashFolder}/${documentId}${extname(latest.path)}`);
  if (current) {
    const { charCount, wordCount } = latest;
    const counts = latest.version === current.version ? { counts: { charCount, wordCount } } : {};
    await context.snapshots.add({ projectId, documentId }, current.text, 'beforeDelete', counts);
  }
  saveDocument(context.database, projectId, latest, 'deleted', trashPath);
  try {
    if (current) await moveFile(root, latest.path, trashPath);
  } catch (error) {
    saveDocument(context.database, projectId, latest, 'present');
    throw error;
  }
  context.cache.delete(documentId);
  setGone(folder, latest, false);
  await clearVolume(context.logger, root, latest.path);
};

/**
 * Takes imported chapters out again, those whose text is still of the version named; their words are no imported ones
 * any more (W3). One that is no chapter any more counts as neither. The caller holds the folder's mutex. Errors: those of
 * {@link removeChapter}; what was removed before stays removed.
 */
export const removeUnchanged = async (
  context: DocumentsContext,
  folder: OpenFolder,
  chapters: readonly { documentId: string; version: string }[],
): Promise<{ removed: number; kept: string[] }> => {
  const removed: { documentId: string; wordCount: number }[] = [];
  const kept: string[] = [];
  const giveTurn = createTurns();
  try {
    for (const { documentId, version } of chapters) {
      await giveTurn();
      const record = folder.present.get(documentId);
      if (!record) continue;
      const current = await readNow(context, folder, record);
      if (current !== null && current.version !== version) kept.push(documentId);
      else {
        await removeChapter(context, folder, record);
        removed.push({ documentId, wordCount: -record.wordCount });
      }
    }
  } finally {
    context.days.recordImported(folder.projectId, removed);
  }
  return { removed: removed.length, kept };
};

/**
 * The volume of a chapter that was deleted may stand elsewhere by now: it goes to the near end of it (W1). What stands at the top of
 * the book, a prologue or an epilogue, is in no volume, and one that is interrupted by another has no end of its own.
 */
const joinVolume = (context: DocumentsContext, folder: OpenFolder, documentId: string): void => {
  const order = binderOrder(folder);
  const at = order.indexOf(documentId);
  const volumeOf = (id: string | undefined): string | undefined => {
    const record = id === undefined ? undefined : folder.present.get(id);
    return record && dirname(record.path);
  };
  const own = volumeOf(documentId);
  const others = order.filter((id) => id !== documentId);
  const first = others.findIndex((id) => volumeOf(id) === own);
  const end = others.findLastIndex((id) => volumeOf(id) === own) + 1;
  const count = others.filter((id) => volumeOf(id) === own).length;
  const isTogether = own !== '.' && count > 0 && end - first === count;
  if (!isTogether || (at >= first && at <= end)) return;
  moveChapter(context, folder, documentId, at < first ? first : end);
};

/**
 * Brings a deleted chapter back under its id, beside a file that took its name meanwhile. The caller holds the folder's
 * mutex. DOCUMENT_NOT_FOUND, and the errors of {@link moveFile}.
 */
export const restoreChapter = async (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
): Promise<void> => {
  if (folder.present.has(documentId)) return;
  const { projectId, root } = folder;
  const stored = loadDocuments(context.database, projectId).find(
    ({ record, state }) => record.documentId === documentId && state === 'deleted',
  );
  if (!stored?.trashPath) {
    throw new AppError('DOCUMENT_NOT_FOUND', 'There is no such deleted chapter.', { documentId });
  }
  const record = { ...stored.record, path: await findFreePath(root, stored.record.path) };
  if (await isFree(root, stored.trashPath)) {
    // Someone emptied the trash by hand: the snapshot made before the delete still has the text.
    const text = await context.snapshots.textOf(projectId, stored.record.version);
    if (text === null)
      throw new AppError('DOCUMENT_NOT_FOUND', 'The deleted file is gone.', { documentId });
    await writeText(context, folder, { record, current: null, text, reason: 'save' });
    joinVolume(context, folder, documentId);
    return;
  }
  saveDocument(context.database, projectId, record, 'present');
  try {
    await moveFile(root, stored.trashPath, record.path);
  } catch (error) {
    saveDocument(context.database, projectId, stored.record, 'deleted', stored.trashPath);
    throw error;
  }
  setPresent(folder, record);
  joinVolume(context, folder, documentId);
};

const namesInTrash = (root: string): Promise<string[]> =>
  unlessMissing(readdir(join(root, trashFolder)), []);

/** Where a file belongs that a cut-off delete or restore left in the other place; null when all is as it should be. */
const findMove = async (
  root: string,
  stored: StoredDocument,
  trash: ReadonlySet<string>,
): Promise<{ from: string; to: string } | null> => {
  const { record, state, trashPath } = stored;
  if (state === 'deleted') {
    if (trashPath === null || trash.has(trashPath)) return null;
    const seen = await lookAtFile(root, record.path);
    const isIt = seen !== null && 'file' in seen && sameStamp(seen.file, record);
    return isIt ? { from: record.path, to: trashPath } : null;
  }
  const inTrash = `${trashFolder}/${record.documentId}${extname(record.path)}`;
  if (!trash.has(inTrash) || !(await isFree(root, record.path))) return null;
  return { from: inTrash, to: record.path };
};

/**
 * Finishes deletes and restores that a killed program left half done: the rows say where each file belongs (F17). The
 * caller holds the folder's mutex. A file that cannot be moved now is logged and stays where it is.
 */
export const reconcileTrash = async (
  context: DocumentsContext,
  folder: OpenFolder,
  documents: readonly StoredDocument[],
): Promise<void> => {
  const { root } = folder;
  const trash = new Set((await namesInTrash(root)).map((name) => `${trashFolder}/${name}`));
  for (const stored of documents) {
    const { documentId } = stored.record;
    if (stored.state !== 'deleted' && trash.size === 0) continue;
    try {
      const move = await findMove(root, stored, trash);
      if (move) await moveFile(root, move.from, move.to);
    } catch (error) {
      context.logger.log('warn', 'a deleted chapter is not where it belongs', {
        documentId,
        code: errorCodeOf(error),
      });
    }
  }
};
