/** F6 walks the panes that are shown: binder, page or the view in its place, what waits below it, what stands beside it, dock, status bar (F24). */

const panes = [
  '.top-bar',
  '.binder',
  '.page-text .cm-content',
  '.ui-screen',
  '.history',
  '.page-bar',
  '.candidate-bar',
  '.beside',
  '.dock-column',
  '.status-bar',
];

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"]), [contenteditable="true"]';

const canFocus = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true });

/** What in a pane takes the focus: its chosen tab or row before its first control. */
function entranceOf(pane: HTMLElement): HTMLElement | null {
  // Behind a view of the whole book the page cannot have it.
  if (pane.isContentEditable) return canFocus(pane) ? pane : null;
  const controls = [...pane.querySelectorAll<HTMLElement>(focusable)].filter(canFocus);
  return controls.find((one) => one.ariaSelected === 'true') ?? controls[0] ?? null;
}

/** Moves the focus to the next or previous pane, around the ends. */
export function walkPanes(by: 1 | -1): void {
  const shown = panes
    .map((selector) => document.querySelector<HTMLElement>(selector))
    .filter((pane) => pane !== null)
    .map((pane) => ({ pane, entrance: entranceOf(pane) }))
    .filter(({ entrance }) => entrance !== null);
  const here = shown.findIndex(({ pane }) => pane.contains(document.activeElement));
  const from = here < 0 && by < 0 ? 0 : here;
  shown.at((from + by) % shown.length)?.entrance?.focus();
}
