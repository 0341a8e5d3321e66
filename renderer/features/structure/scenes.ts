/** Scenes and the focus in the views of the whole book. */
import { type SceneItem, sceneItems } from '#renderer/app/scene-items.ts';
import { type SceneRef, setOpenScenes, showScene, useScenes } from '#renderer/app/scenes.ts';
import { type Cell, focusCell, isSceneField, useStructure } from './store.ts';

/** Shows the scenes of a chapter or folds them away; a scene that goes away leaves the keyboard to its chapter. */
export function toggleScenes(documentId: string): void {
  const next = new Set(useScenes.getState().open);
  if (!next.delete(documentId)) next.add(documentId);
  setOpenScenes(next);
  const { cell } = useStructure.getState();
  if (cell?.documentId !== documentId || cell.scene === undefined) return;
  focusCell({ documentId, field: cell.field });
}

/** Folds the scenes of all chapters away; the keyboard stays with the chapter of the scene it was in. */
export function foldScenes(): void {
  setOpenScenes(new Set());
  const { cell } = useStructure.getState();
  if (cell?.scene !== undefined) focusCell({ documentId: cell.documentId, field: cell.field });
}

/** The scene a cell stands for, as the text was when it was read. */
export const sceneOf = ({ documentId, scene }: Cell): SceneItem | undefined =>
  scene === undefined ? undefined : sceneItems(useScenes.getState(), documentId)[scene];

/** What names that scene to who moves it; null where the cell is none of the text. */
export const refOf = (cell: Cell): SceneRef | null => {
  const found = sceneOf(cell)?.scene;
  if (!found || cell.scene === undefined) return null;
  return { documentId: cell.documentId, index: cell.scene, opening: found.opening };
};

/** Gives the keys to a scene that was moved: to its cell here while these views are open, to its chapter's where it is the only one. */
export function showMoved(moved: SceneRef): void {
  const { documentId, index } = moved;
  const { cell } = useStructure.getState();
  if (cell === null) {
    showScene(moved);
    return;
  }
  const { scenes, open } = useScenes.getState();
  setOpenScenes(new Set([...open, documentId]));
  const field = isSceneField(cell.field) ? cell.field : 'title';
  focusCell({ documentId, field, ...(scenes.has(documentId) ? { scene: index } : {}) });
}

/** Whether a cell is there to be written: of a scene, its title is its text. */
export const isWritten = (cell: Cell): boolean =>
  cell.scene === undefined || cell.field !== 'title' || sceneOf(cell)?.scene === null;
