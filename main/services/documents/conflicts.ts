import { AppError } from '#shared/errors.ts';
import type { DocumentConflict } from '#shared/domain/project.ts';
import { loadConflict, removeConflict, saveConflict } from './conflict-store.ts';
import type { DocumentsContext } from './context.ts';
import type { OpenFolder } from './open-folder.ts';
import type { ChapterFile } from './read-file.ts';

/**
 * Keeps the writer's text beside a file that holds another one: neither is lost. Further texts from the same
 * base take the place of the first. Returns the error to answer with.
 */
export const keepConflict = async (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  mine: string,
  baseVersion: string,
  fileVersion: string,
): Promise<AppError> => {
  const key = { projectId: folder.projectId, documentId };
  const open = loadConflict(context.database, key);
  const snapshot = await context.snapshots.add(key, mine, 'conflict', {
    ...(open ? { replaces: open.snapshotId } : {}),
  });
  saveConflict(context.database, folder.projectId, {
    documentId,
    baseVersion: open?.baseVersion ?? baseVersion,
    snapshotId: snapshot.snapshotId,
  });
  folder.conflicts.add(documentId);
  folder.infos = null;
  context.events.emit('document:conflict', { projectId: folder.projectId, documentId });
  return new AppError('DOCUMENT_CONFLICT', 'The chapter was changed elsewhere in the meantime.', {
    version: fileVersion,
  });
};

/** The writer's text stays as a snapshot of reason `conflict`. */
export const endConflict = (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
): void => {
  if (!folder.conflicts.delete(documentId)) return;
  removeConflict(context.database, { projectId: folder.projectId, documentId });
  folder.infos = null;
};

/** The three texts of an open conflict; `base` is empty when no copy of it is left. SNAPSHOT_NOT_FOUND when there is none. */
export const describeConflict = async (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  file: Pick<ChapterFile, 'text' | 'version'>,
): Promise<DocumentConflict> => {
  const key = { projectId: folder.projectId, documentId };
  const conflict = loadConflict(context.database, key);
  if (!conflict) {
    throw new AppError('SNAPSHOT_NOT_FOUND', 'No conflict is kept for this chapter.', {
      documentId,
    });
  }
  const mine = await context.snapshots.read(key, conflict.snapshotId);
  return {
    documentId,
    base: (await context.snapshots.textOf(folder.projectId, conflict.baseVersion)) ?? '',
    mine: mine.text,
    theirs: file.text,
    theirsVersion: file.version,
  };
};
