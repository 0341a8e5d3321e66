import { closeDialog } from '#renderer/app/dialogs.ts';

/** Closes first, so that a command that moves the focus has the last word. */
export function closeAndRun(run: () => void): void {
  closeDialog();
  requestAnimationFrame(run);
}
