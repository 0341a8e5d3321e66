/** The place of a chapter in the binder. */
import { moveInOrder } from './binder-order.ts';
import type { DocumentsContext } from './context.ts';
import { binderOrder, type OpenFolder, setManualOrder } from './open-folder.ts';
import { saveManualOrder } from './store.ts';

/** From now on this order holds, whatever the folder suggests. The caller holds the folder's mutex. */
export const keepOrder = (
  { database }: Pick<DocumentsContext, 'database'>,
  folder: OpenFolder,
  order: string[],
): void => {
  saveManualOrder(database, folder.projectId, order);
  setManualOrder(folder, order);
};

/** Moves a chapter to `toIndex` and remembers the order. The caller holds the folder's mutex. */
export const moveChapter = (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  toIndex: number,
): void => {
  keepOrder(
    context,
    folder,
    moveInOrder(binderOrder(folder), folder.manualOrder, documentId, toIndex),
  );
};
