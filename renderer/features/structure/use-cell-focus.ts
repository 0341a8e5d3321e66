/** Brings the cell that has the focus into sight and gives it the keyboard, however far it was. */
import { type RefObject, useEffect, useRef } from 'react';
import { type Cell, useStructure } from './store.ts';

export const cellId = (documentId: string, field: string): string => `${documentId}:${field}`;

/** `show` scrolls the row of a chapter into what is drawn. */
export function useCellFocus(
  scroller: RefObject<HTMLElement | null>,
  show: (documentId: string) => void,
): void {
  const cell = useStructure((structure) => structure.cell);
  const isEditing = useStructure((structure) => structure.isEditing);
  // Another cell moves the focus; so does a list made anew that took away what had it.
  const focused = useRef<Cell | null>(null);
  useEffect(() => {
    if (isEditing) focused.current = null;
    const isLost = document.activeElement === document.body;
    if (isEditing || cell === null || (focused.current === cell && !isLost)) return;
    focused.current = cell;
    show(cell.documentId);
    requestAnimationFrame(() => {
      const id = CSS.escape(cellId(cell.documentId, cell.field));
      scroller.current?.querySelector<HTMLElement>(`[data-cell="${id}"]`)?.focus();
    });
  }, [cell, isEditing, show, scroller]);
}
