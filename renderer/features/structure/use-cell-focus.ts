/** Brings the cell that has the focus into sight and gives it the keyboard, however far it was. */
import { type RefObject, useEffect, useRef } from 'react';
import { type Cell, useStructure } from './store.ts';

export const cellId = ({ documentId, field, scene }: Cell): string =>
  scene === undefined ? `${documentId}:${field}` : `${documentId}:${scene}:${field}`;

/** @param show scrolls to one of the rows */
export function useCellFocus<Row>(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  show: (cell: Cell) => void,
): void {
  const cell = useStructure((structure) => structure.cell);
  const isEditing = useStructure((structure) => structure.isEditing);
  // Another cell moves the focus; so does a list made anew that took away what had it.
  const focused = useRef<Cell | null>(null);
  const known = useRef(rows);
  useEffect(() => {
    if (isEditing) focused.current = null;
    // Rows that only scrolled are the same: nothing may scroll back under the writer's hand.
    const isLost = known.current !== rows && document.activeElement === document.body;
    known.current = rows;
    if (isEditing || cell === null || (focused.current === cell && !isLost)) return;
    focused.current = cell;
    show(cell);
    const give = (): void => {
      const id = CSS.escape(cellId(cell));
      scroller.current?.querySelector<HTMLElement>(`[data-cell="${id}"]`)?.focus();
    };
    // What is picked up is drawn elsewhere at each key: the next one may come before the next frame.
    if (isLost) give();
    const isIn = (): boolean => scroller.current?.contains(document.activeElement) === true;
    const wasIn = isIn();
    requestAnimationFrame(() => {
      // A quick writer is in the cell's field by now, or has gone elsewhere.
      const isElsewhere = wasIn && !isIn() && document.activeElement !== document.body;
      if (!useStructure.getState().isEditing && !isElsewhere) give();
    });
  }, [cell, isEditing, rows, show, scroller]);
}
