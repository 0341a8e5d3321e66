import { closeDialog } from '#renderer/app/dialogs.ts';
import { focusPage } from '#renderer/app/page-focus.ts';

/**
 * Closes first and goes back to the page, so that a command that moves the focus has the last word, and a dialog it
 * opens knows where to return to.
 */
export function closeAndRun(run: () => void): void {
  closeDialog();
  requestAnimationFrame(() => {
    focusPage();
    run();
  });
}
