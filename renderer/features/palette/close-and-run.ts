import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { focusPage } from '#renderer/app/page-focus.ts';
import { isPageShown } from '#renderer/app/page-place.ts';

/**
 * Closes first and goes back to the page, or to where the writer was in what stands in its place, so that a command that moves the focus has the last word, and a dialog it
 * opens knows where to return to.
 */
export function closeAndRun(run: () => void): void {
  const { from } = useDialogs.getState();
  closeDialog();
  requestAnimationFrame(() => {
    if (isPageShown()) focusPage();
    else if (from instanceof HTMLElement) from.focus();
    run();
  });
}
