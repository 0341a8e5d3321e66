/** An earlier version of a chapter, or its file as it was, becomes the present one. */
import { findAside } from './aside.ts';
import type { DocumentsContext } from './context.ts';
import { explainReadFailure, explainWriteFailure } from './file-errors.ts';
import { keepLateEdit } from './late-edit.ts';
import type { OpenFolder } from './open-folder.ts';
import { ChangedMeanwhile, replaceFile } from './replace-file.ts';
import type { DocumentText } from './service.ts';
import { withLatest, writeText } from './write-text.ts';

/**
 * The present text becomes a snapshot first (F18). The caller holds the folder's mutex. SNAPSHOT_NOT_FOUND, and what
 * {@link writeText} throws.
 */
export const restoreSnapshot = async (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  snapshotId: string,
): Promise<DocumentText> => {
  const key = { projectId: folder.projectId, documentId };
  return withLatest(context, folder, documentId, async (record, current) => {
    if (current === null) throw await explainReadFailure(folder.root, record.path, 'ENOENT');
    const { text } = await context.snapshots.read(key, snapshotId);
    await context.snapshots.add(key, current.text, 'beforeRestore');
    const write = { record, current, text, reason: 'save' } as const;
    const written = await writeText(context, folder, write);
    const now = await keepLateEdit(context, folder, written, { before: current, text });
    return { text: now.text, version: now.record.version };
  });
};

/**
 * Puts the file of a snapshot back, byte for byte; the present file is kept the same way first. The caller holds the
 * folder's mutex. SNAPSHOT_NOT_FOUND when the snapshot has no file, and what {@link explainWriteFailure} says.
 */
export const restoreOriginal = async (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  snapshotId: string,
): Promise<DocumentText> => {
  const key = { projectId: folder.projectId, documentId };
  const bytes = context.snapshots.originalOf(key, snapshotId);
  await withLatest(context, folder, documentId, async (record, current) => {
    if (current === null) throw await explainReadFailure(folder.root, record.path, 'ENOENT');
    const originalBytes = current.bytes;
    await context.snapshots.add(key, current.text, 'beforeRestore', { originalBytes });
    try {
      const { replaced } = await replaceFile(folder.root, record.path, bytes, {
        stamp: current.stamp,
        aside: findAside(context, folder, record),
      });
      await replaced?.close();
    } catch (error) {
      if (error instanceof ChangedMeanwhile) throw error;
      throw await explainWriteFailure(folder.root, error, { documentId });
    }
  });
  return withLatest(context, folder, documentId, async (record, current) => {
    if (current === null) throw await explainReadFailure(folder.root, record.path, 'ENOENT');
    return { text: current.text, version: current.version };
  });
};
