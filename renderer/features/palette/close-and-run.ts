import { standsForChapter } from '#renderer/app/chapter-meant.ts';
import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { focusPage } from '#renderer/app/page-focus.ts';
import { isPageShown } from '#renderer/app/page-place.ts';

/**
 * Closes first and goes back to the page, to what stands for the chapter that is meant, or to where the writer was in what
 * stands in the page's place, so that a command that moves the focus has the last word, and a dialog it opens knows where
 * to return to.
 */
export function closeAndRun(run: () => void): void {
  const { from } = useDialogs.getState();
  closeDialog();
  requestAnimationFrame(() => {
    const isMeant = from?.isConnected === true && standsForChapter(from);
    if (isPageShown() && !isMeant) focusPage();
    else if (from instanceof HTMLElement) from.focus();
    run();
  });
}
