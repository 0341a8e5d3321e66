/** Scenes and the focus in the views of the whole book. */
import { type SceneItem, sceneItems } from '#renderer/app/scene-items.ts';
import { setOpenScenes, useScenes } from '#renderer/app/scenes.ts';
import { type Cell, focusCell, useStructure } from './store.ts';

/** Shows the scenes of a chapter or folds them away; a scene that goes away leaves the keyboard to its chapter. */
export function toggleScenes(documentId: string): void {
  const next = new Set(useScenes.getState().open);
  if (!next.delete(documentId)) next.add(documentId);
  setOpenScenes(next);
  const { cell } = useStructure.getState();
  if (cell?.documentId !== documentId || cell.scene === undefined) return;
  focusCell({ documentId, field: cell.field });
}

/** The scene a cell stands for, as the text was when it was read. */
export const sceneOf = ({ documentId, scene }: Cell): SceneItem | undefined =>
  scene === undefined ? undefined : sceneItems(useScenes.getState(), documentId)[scene];

/** Whether a cell is there to be written: of a scene, its title is its text. */
export const isWritten = (cell: Cell): boolean =>
  cell.scene === undefined || cell.field !== 'title' || sceneOf(cell)?.scene === null;
