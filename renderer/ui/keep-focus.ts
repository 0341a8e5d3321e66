import { type RefObject, useEffect } from 'react';

const watched = { childList: true, subtree: true, attributeFilter: ['disabled'] };

/**
 * A row that goes away, or a button that cannot be pressed any more, takes no focus along: the list or dialog it was in
 * has it then, and so needs a `tabIndex` of -1.
 */
export function useFocusKept(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | null = null;
    const observer = new MutationObserver(() => {
      if (last === null || (last.isConnected && !last.matches(':disabled'))) return;
      const { activeElement } = document;
      // A browser takes it from a disabled button only with the next frame.
      if (activeElement !== document.body && activeElement !== last) return;
      last = null;
      list.current?.focus({ preventScroll: true });
    });
    const note = ({ target }: FocusEvent): void => {
      last = target instanceof Element && list.current?.contains(target) ? target : null;
      // While the focus is elsewhere, on the page above all, nothing is watched.
      observer.disconnect();
      if (last !== null) observer.observe(document.body, watched);
    };
    document.addEventListener('focusin', note);
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [list]);
}

/** Whether what had the focus went away, and nothing has it now. */
export const isFocusLost = (): boolean => document.activeElement === document.body;
