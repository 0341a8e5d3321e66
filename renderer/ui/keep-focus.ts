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

/**
 * What comes and goes, a notice or a line of news, gives the focus back to what had it before as it goes.
 * @param otherwise gives it away where that is gone as well
 */
export function useFocusReturned(selector: string, otherwise: () => void): void {
  useEffect(() => {
    let inside: Element | null = null;
    let before: EventTarget | null = null;
    const observer = new MutationObserver(() => {
      if (inside === null || inside.isConnected || !isFocusLost()) return;
      inside = null;
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      if (isFocusLost()) otherwise();
    });
    const note = ({ target, relatedTarget }: FocusEvent): void => {
      const now = target instanceof Element && target.closest(selector) !== null ? target : null;
      if (now !== null && inside === null) before = relatedTarget;
      inside = now;
      observer.disconnect();
      if (inside !== null) observer.observe(document.body, watched);
    };
    document.addEventListener('focusin', note);
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [selector, otherwise]);
}
