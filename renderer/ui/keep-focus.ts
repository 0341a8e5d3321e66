import { type RefObject, useEffect } from 'react';

const watched = { childList: true, subtree: true, attributeFilter: ['disabled'] };

const rows = 'li, [role="listitem"], [role="row"], [role="option"], [data-rove]';
const controls =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

const isElement = (node: Node): node is Element => node instanceof Element;

/** What does in this row what `gone` did in its own. */
const sameOf = (row: Element, gone: Element): HTMLElement | null => {
  const control = gone instanceof HTMLElement ? gone.dataset.control : undefined;
  if (control === undefined) return null;
  return row.querySelector<HTMLElement>(`[data-control="${CSS.escape(control)}"]:not(:disabled)`);
};

/** What of a row takes the focus; a heading among rows has nothing. */
const stopOf = (row: Element, gone: Element): HTMLElement | null => {
  if (row instanceof HTMLElement && row.matches('[data-rove]')) return row;
  const own = sameOf(row, gone) ?? row.querySelector<HTMLElement>('[data-rove]');
  return own ?? row.querySelector<HTMLElement>(controls);
};

const stopsIn = (node: Node, gone: Element): HTMLElement[] => {
  if (!isElement(node) || !node.isConnected) return [];
  const found = node.matches(rows) ? [node] : [...node.querySelectorAll(rows)];
  return found.map((row) => stopOf(row, gone)).filter((stop) => stop !== null);
};

/** Of the row behind the one that went, else of the one before it. */
function stopBeside(
  { nextSibling, previousSibling }: MutationRecord,
  gone: Element,
): HTMLElement | null {
  for (let node = nextSibling; node !== null; node = node.nextSibling) {
    const [stop] = stopsIn(node, gone);
    if (stop) return stop;
  }
  for (let node = previousSibling; node !== null; node = node.previousSibling) {
    const stop = stopsIn(node, gone).at(-1);
    if (stop) return stop;
  }
  return null;
}

/** What has the focus of what is gone: in the row it was in where that stands, else in the one beside that. */
function stopAfter(records: readonly MutationRecord[], gone: Element): HTMLElement | null {
  const removal = records.find(({ removedNodes }) =>
    [...removedNodes].some((node) => node.contains(gone)),
  );
  if (removal === undefined) return null;
  const { target } = removal;
  if (gone.closest(rows) !== null) return stopBeside(removal, gone);
  const row = isElement(target) && target.isConnected ? target.closest(rows) : null;
  return row && stopOf(row, gone);
}

/**
 * A row that goes away, or a button that cannot be pressed any more, takes no focus along: the next row has it then, in it what is
 * marked with the same `data-control`, or the one before; where there is none, the list or dialog it was in, which so needs a `tabIndex` of -1.
 */
export function useFocusKept(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | null = null;
    const observer = new MutationObserver((records) => {
      if (last === null || (last.isConnected && !last.matches(':disabled'))) return;
      const { activeElement } = document;
      // A browser takes it from a disabled button only with the next frame.
      if (activeElement !== document.body && activeElement !== last) return;
      const stop = stopAfter(records, last);
      last = null;
      const taker = list.current?.contains(stop) ? stop : list.current;
      taker?.focus({ preventScroll: true });
      if (taker === stop) stop?.scrollIntoView({ block: 'nearest' });
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
