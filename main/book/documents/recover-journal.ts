/** Texts that could not be saved last time, at the opening of their book. */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { AppError } from '#shared/errors.ts';
import { keepText } from './conflicts.ts';
import type { DocumentsContext } from './context.ts';
import { createChapterBeside } from './create-chapter.ts';
import type { JournalEntry, JournalFile } from './journal.ts';
import type { OpenFolder } from './open-folder.ts';
import type { DocumentRecord } from './record.ts';
import { saveText } from './save.ts';
import { isKnownDocument } from './store.ts';

const findRecord = (folder: OpenFolder, entry: JournalEntry): DocumentRecord | null => {
  const { documentId, path } = entry;
  const byId = folder.present.get(documentId) ?? folder.missing.get(documentId);
  if (byId) return byId;
  // The database may be an older or a new one: the file is still the same.
  return [...folder.present.values()].find((record) => record.path === path) ?? null;
};

/** Saved if the chapter is still the one the text was made from, kept as a conflict otherwise. */
const recoverSave = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
  entry: JournalEntry,
): Promise<void> => {
  const { text, expectedVersion, draftId } = entry;
  if (record.version === expectedVersion) {
    const counted = { by: 'writer', words: null } as const;
    const request = {
      text,
      expectedVersion,
      draftId,
      reason: 'save',
      allowEmpty: true,
      counted,
      // What the page knew of it went with the page.
      made: null,
    } as const;
    await saveText(context, folder, record, request);
    return;
  }
  const kept = { text, baseVersion: expectedVersion, draftId, origin: 'fabula' } as const;
  await keepText(context, folder, record.documentId, kept);
};

const recover = async (
  context: DocumentsContext,
  folder: OpenFolder,
  entry: JournalEntry,
): Promise<void> => {
  const { action, documentId, path, text } = entry;
  const record = action === 'create' ? null : findRecord(folder, entry);
  if (record) {
    await recoverSave(context, folder, record, entry);
    return;
  }
  if (action === 'save' && isKnownDocument(context.database, folder.projectId, documentId)) {
    // Deleted meanwhile: the text is there when the chapter is brought back.
    await context.snapshots.add({ projectId: folder.projectId, documentId }, text, 'conflict');
    return;
  }
  if (path === null) throw new AppError('DOCUMENT_NOT_FOUND', 'Nothing says where it belongs.');
  await createChapterBeside(context, folder, path, text);
};

const say = (context: DocumentsContext, path: string): void => {
  context.events.emit('host:notice', {
    code: 'DOCUMENT_UNREADABLE',
    message: `A text kept after a failed save could not be brought back. It stays in ${path}.`,
  });
};

/**
 * Brings back every text of the journal, the last kept first, so that the newest becomes the chapter and the others
 * stand beside it. One that fails again stays in the journal. The caller holds the folder's mutex.
 */
export const recoverJournal = async (
  context: DocumentsContext,
  folder: OpenFolder,
): Promise<void> => {
  const { files, unreadable } = await context.journal.list(folder.projectId);
  for (const path of unreadable) say(context, path);
  for (const file of files) await recoverFile(context, folder, file);
};

const recoverFile = async (
  context: DocumentsContext,
  folder: OpenFolder,
  file: JournalFile,
): Promise<void> => {
  try {
    await recover(context, folder, file.entry);
    await context.journal.remove(file);
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === 'DOCUMENT_NOT_FOUND') say(context, file.path);
    context.logger.log('warn', 'a journalled text could not be saved yet', {
      documentId: file.entry.documentId,
      code,
    });
  }
};
