/** The menu of a line of the binder, by the right button, the menu key or Shift F10 (F24). */
import type { KeyboardEvent, MouseEvent } from 'react';

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** Opens it at the line; who writes a name there has the menu of the field. */
export function openRowMenu(event: KeyboardEvent | MouseEvent): void {
  if (!(event.target instanceof Element) || event.target.closest('input') !== null) return;
  const row = event.target.closest('[role="row"]');
  const button = row?.querySelector<HTMLElement>('[aria-haspopup]');
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  // A key that opened it may be told of as a right click as well.
  if (button.ariaExpanded !== 'true') button.click();
}

export function openRowMenuByKey(event: KeyboardEvent): void {
  if (isMenuKey(event)) openRowMenu(event);
}
