/** Brings the cell that has the focus into sight and gives it the keyboard, however far it was. */
import { type RefObject, useEffect, useRef } from 'react';
import { isFocusLost } from '#renderer/ui/keep-focus.ts';
import { useLift } from './lift-store.ts';
import { type Cell, passCell, useStructure } from './store.ts';

export const cellId = ({ documentId, field, scene }: Cell): string =>
  scene === undefined ? `${documentId}:${field}` : `${documentId}:${scene}:${field}`;

type CellOfRows = {
  isShown(cell: Cell): boolean;
  /** Scrolls to its row. */
  show(cell: Cell): void;
};

/** A scene that is gone leaves the keys to its chapter; the grid would have no cell that Tab finds. */
function usePassing({ isShown }: Pick<CellOfRows, 'isShown'>, rows: readonly unknown[]): void {
  const isThere = useRef(isShown);
  isThere.current = isShown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at after each change of the rows
  useEffect(() => {
    const { cell } = useStructure.getState();
    // What is picked up, or put down just now, is drawn elsewhere.
    if (cell?.scene === undefined || useLift.getState().lift !== null || isThere.current(cell))
      return;
    const { documentId, field } = cell;
    passCell({ documentId, field });
  }, [rows]);
}

export function useCellFocus<Row>(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  { isShown, show }: CellOfRows,
): void {
  usePassing({ isShown }, rows);
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
    const { isPassed } = useStructure.getState();
    if (isPassed && !isFocusLost() && document.activeElement?.matches('[data-cell]') !== true)
      return;
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
