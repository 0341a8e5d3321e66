/** What Alt with an arrow does: the chapter, or the scene, of the cell that has the keys goes on (W1). */
import { shiftScene } from '#renderer/app/move-scene.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { shiftChapter } from '#renderer/features/binder/index.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { refOf, showMoved } from './scenes.ts';
import { type Cell, focusCell } from './store.ts';

/**
 * A scene goes one place at a time, whatever the step, and from either end of its chapter into the next.
 * @returns whether there is anything to move
 */
export function shiftCell(t: Translate, cell: Cell, step: number): boolean {
  if (cell.scene === undefined) {
    shiftChapter(t, cell.documentId, step)
      .then(() => focusCell({ ...cell }))
      .catch(reportFailure);
    return true;
  }
  const scene = refOf(cell);
  if (scene === null || !Number.isFinite(step)) return false;
  shiftScene(t, scene, step < 0 ? -1 : 1, showMoved).catch(reportFailure);
  return true;
}
