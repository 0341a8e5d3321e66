/** The way back to the page from what stands in its place, by the line of the chapter that is open. */
import type { MouseEvent } from 'react';
import { focusPage } from '#renderer/app/page-focus.ts';
import { isPageShown, showPage } from '#renderer/app/page-place.ts';
import { useSession } from '#renderer/app/session.ts';

/** The page with a chapter, in whatever stands in its place by now. */
export function showChapter(documentId: string): void {
  const { documentId: open, openDocument } = useSession.getState();
  // Earlier versions stay for the chapter that is opened: here none is.
  if (documentId === open) showPage();
  openDocument(documentId);
  requestAnimationFrame(focusPage);
}

/** A click on the line that is chosen already chooses nothing, and a list tells nobody of it. What stands in the line has its own. */
export function returnToPage({ target }: MouseEvent): void {
  const { documentId } = useSession.getState();
  if (documentId === null || isPageShown() || !(target instanceof Element)) return;
  const isOwn = target.closest('button, input') !== null;
  const line = target.closest('[role="row"]')?.getAttribute('data-key');
  if (isOwn || line !== documentId) return;
  showChapter(documentId);
}
