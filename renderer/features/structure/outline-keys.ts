/** The keys of the outline. */
import type { KeyboardEvent } from 'react';
import { openScene, useScenes } from '#renderer/app/scenes.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { pickUp, pressWhileLifted } from './lift-store.ts';
import { foldedLineOf, lineAfter, type OutlineRow, volumeLineOf, type VolumeRow } from './rows.ts';
import { isWritten, sceneOf, toggleScenes } from './scenes.ts';
import { shiftCell } from './shift-cell.ts';
import {
  type Cell,
  editCell,
  focusCell,
  isSceneField,
  shownFields,
  useStructure,
} from './store.ts';
import { toggleVolume } from './volume-line.tsx';

const steps: Record<string, number> = {
  ...{ ArrowUp: -1, ArrowDown: 1, PageUp: -12, PageDown: 12 },
  ...{ Home: -Infinity, End: Infinity },
};

/**
 * What → and ← do: from field to field; on a title they first show the chapter's scenes or fold them away, and ← then folds
 * the volume.
 */
function stepAside(rows: readonly OutlineRow[], cell: Cell, key: string): void {
  const { documentId, field, scene } = cell;
  const { scenes, open } = useScenes.getState();
  const isOpening = field === 'title' && scenes.has(documentId) && scene === undefined;
  const by = key === 'ArrowLeft' ? -1 : 1;
  const fields = shownFields();
  if (scene !== undefined) {
    const own = fields.filter(isSceneField);
    const to = own[own.findIndex((one) => one === field) + by];
    if (to !== undefined) focusCell({ documentId, field: to, scene });
    else if (by < 0) focusCell({ documentId, field: 'title' });
  } else if (isOpening && open.has(documentId) === by < 0) toggleScenes(documentId);
  else {
    const to = fields[fields.indexOf(field) + by];
    const volume = volumeLineOf(rows, documentId);
    if (to !== undefined) focusCell({ documentId, field: to });
    else if (by < 0 && volume !== undefined) toggleVolume(volume);
  }
}

/** On the line of a folded volume. Enter and Space press what is there. */
function pressOnVolume(rows: readonly OutlineRow[], volume: VolumeRow, cell: Cell, key: string) {
  const step = steps[key];
  if (step !== undefined) focusCell(lineAfter(rows, cell, step));
  else if (key === 'ArrowRight') toggleVolume(volume);
  else return key === 'ArrowLeft';
  return true;
}

function openText(cell: Cell): void {
  const scene = sceneOf(cell)?.scene;
  if (scene) openScene(cell.documentId, scene);
  else useSession.getState().openDocument(cell.documentId);
}

/** Arrows, Page keys, Home and End move; F2 and Enter edit, Space picks the chapter or scene up, Alt with an arrow moves it one place. */
export function useOutlineKeys(project: ProjectInfo, rows: readonly OutlineRow[]) {
  const { t } = useWords();
  return (event: KeyboardEvent) => {
    const { cell, isEditing } = useStructure.getState();
    if (cell === null || isEditing) return;
    const { field } = cell;
    const step = steps[event.key];
    const isScene = cell.scene !== undefined;
    const act = (): boolean => {
      if (event.ctrlKey || event.metaKey) return false;
      const volume = foldedLineOf(rows, cell.documentId);
      if (volume) return !event.altKey && pressOnVolume(rows, volume, cell, event.key);
      if (event.altKey) {
        return (step === 1 || step === -1) && shiftCell(t, cell, step);
      } else if (step !== undefined) focusCell(lineAfter(rows, cell, step));
      else if (event.key === ' ') pickUp(t, cell);
      else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
        stepAside(rows, cell, event.key);
      else if (event.key === 'Enter' && field === 'title' && !(isScene && isWritten(cell))) {
        openText(cell);
      } else if (event.key === 'F2' || event.key === 'Enter') {
        // What is only read takes the key as well: it means no other chapter.
        if (!project.readOnly && isWritten(cell)) editCell(cell);
      } else return false;
      return true;
    };
    if (!pressWhileLifted(t, event, step) && !act()) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
