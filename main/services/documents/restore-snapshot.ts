/** An earlier version of a chapter becomes the present one. */
import type { DocumentsContext } from './context.ts';
import { explainReadFailure } from './file-errors.ts';
import { keepLateEdit } from './late-edit.ts';
import type { OpenFolder } from './open-folder.ts';
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
