/** What stands in the middle: the page, or in its place a view of the whole book or the earlier versions of a chapter. */
import { type BookView, closeBookView, useBookView } from './book-view.ts';
import { closeHistory, useHistoryScreen } from './history-screen.ts';

export const isPageShown = (): boolean =>
  useBookView.getState().view === null && !useHistoryScreen.getState().isOpen;

export function showPage(): void {
  closeHistory();
  closeBookView();
}

/** Whether the dock has a place: beside the page, and beside the codex in the whole book. */
export const isDockBeside = (view: BookView | null, hasHistory: boolean): boolean =>
  !hasHistory && (view === null || view === 'codex');

/** A panel of the dock that is asked for is to be seen: the page comes back where what stands in its place leaves no dock. */
export function makeRoomForDock(): boolean {
  const hasRoom = isDockBeside(useBookView.getState().view, useHistoryScreen.getState().isOpen);
  if (!hasRoom) showPage();
  return hasRoom;
}
