/** Chapters that were changed in two places at once: every text is kept until a person has chosen. */
import type { DocumentConflict, KeptText } from '#shared/domain/project.ts';
import { AppError } from '#shared/errors.ts';
import {
  loadConflicts,
  removeConflict,
  saveConflict,
  type StoredConflict,
} from './conflict-store.ts';
import type { DocumentsContext } from './context.ts';
import type { OpenFolder } from './open-folder.ts';
import type { ChapterFile } from './read-file.ts';
import type { DocumentKey } from './snapshot-store.ts';
import { versionOf } from './version.ts';

const setConflict = (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  isOpen: boolean,
): void => {
  if (folder.conflicts.has(documentId) === isOpen) return;
  if (isOpen) folder.conflicts.add(documentId);
  else folder.conflicts.delete(documentId);
  folder.infos = null;
  context.announce(folder);
};

/** A text that is to be kept beside the file. */
export type TextToKeep = {
  text: string;
  /** The version it was made from. */
  baseVersion: string;
  /** The open page it comes from, where that is known. */
  draftId: string | null;
  origin: StoredConflict['origin'];
};

const keyOf = (folder: OpenFolder, documentId: string): DocumentKey => ({
  projectId: folder.projectId,
  documentId,
});

/**
 * Keeps a text beside a file that holds another one: none is lost. A later text of the same open page takes the place of
 * its earlier one, every other text stays beside it. Emits `document:conflict`.
 */
export const keepText = async (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  kept: TextToKeep,
): Promise<void> => {
  const key = keyOf(folder, documentId);
  const known = loadConflicts(context.database, key);
  const version = versionOf(kept.text);
  const isKept = known.some(
    (one) =>
      one.draftId === kept.draftId && context.snapshots.versionOf(key, one.snapshotId) === version,
  );
  if (!isKept) {
    const earlier = known.find((one) => one.draftId !== null && one.draftId === kept.draftId);
    const { snapshotId } = await context.snapshots.add(key, kept.text, 'conflict', {
      ...(earlier ? { replaces: earlier.snapshotId } : {}),
    });
    context.database.transaction(() => {
      if (earlier) removeConflict(context.database, folder.projectId, earlier);
      saveConflict(context.database, folder.projectId, {
        documentId,
        snapshotId,
        baseVersion: earlier?.baseVersion ?? kept.baseVersion,
        draftId: kept.draftId,
        origin: kept.origin,
      });
    })();
  }
  setConflict(context, folder, documentId, true);
  context.events.emit('document:conflict', key);
};

/** {@link keepText} for a save that came too late for the file's `version`; returns the error to answer it with. */
export const keepConflict = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { documentId, version }: { documentId: string; version: string },
  kept: TextToKeep,
): Promise<AppError> => {
  await keepText(context, folder, documentId, kept);
  return new AppError('DOCUMENT_CONFLICT', 'The chapter was changed elsewhere in the meantime.', {
    version,
  });
};

const letGo = (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  isDone: (conflict: StoredConflict) => boolean,
): void => {
  if (!folder.conflicts.has(documentId)) return;
  const known = loadConflicts(context.database, keyOf(folder, documentId));
  const done = known.filter(isDone);
  for (const conflict of done) removeConflict(context.database, folder.projectId, conflict);
  if (done.length === known.length) setConflict(context, folder, documentId, false);
};

/** A person has chosen. The writer's texts stay as snapshots of reason `conflict`. */
export const endConflict = (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
): void => letGo(context, folder, documentId, () => true);

/** This text is in the file now, and what its page had kept before is in it; the texts of other pages stay. */
export const endConflictOf = (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  saved: { draftId: string | null; version: string },
): void => {
  const key = keyOf(folder, documentId);
  letGo(
    context,
    folder,
    documentId,
    ({ draftId, snapshotId }) =>
      (draftId !== null && draftId === saved.draftId) ||
      context.snapshots.versionOf(key, snapshotId) === saved.version,
  );
};

const readKept = async (
  context: DocumentsContext,
  key: DocumentKey,
  stored: StoredConflict,
  draftId: string | null,
): Promise<KeptText> => {
  const { text, createdAt } = await context.snapshots.read(key, stored.snapshotId);
  return {
    snapshotId: stored.snapshotId,
    base: (await context.snapshots.textOf(key.projectId, stored.baseVersion)) ?? '',
    text,
    keptAt: createdAt,
    from: stored.origin,
    own: draftId !== null && stored.draftId === draftId,
  };
};

/** Every text of an open conflict. SNAPSHOT_NOT_FOUND when there is none. */
export const describeConflict = async (
  context: DocumentsContext,
  folder: OpenFolder,
  file: Pick<ChapterFile, 'text' | 'version'> & { documentId: string },
  draftId: string | null,
): Promise<DocumentConflict> => {
  const { documentId } = file;
  const key = keyOf(folder, documentId);
  const stored = loadConflicts(context.database, key);
  const mine =
    stored.find((one) => draftId !== null && one.draftId === draftId) ??
    stored.find(({ origin }) => origin === 'fabula') ??
    stored[0];
  if (!mine) {
    throw new AppError('SNAPSHOT_NOT_FOUND', 'No conflict is kept for this chapter.', {
      documentId,
    });
  }
  const texts = await Promise.all(stored.map((one) => readKept(context, key, one, draftId)));
  const own = texts.find(({ snapshotId }) => snapshotId === mine.snapshotId);
  return {
    documentId,
    base: own?.base ?? '',
    mine: own?.text ?? '',
    theirs: file.text,
    theirsVersion: file.version,
    texts,
  };
};
