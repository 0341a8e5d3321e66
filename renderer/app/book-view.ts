/** Which view of the whole book stands in place of the page. */
import { create } from 'zustand';
import { closeHistory } from './history-screen.ts';

export type BookView =
  | 'corkboard'
  | 'outline'
  | 'codex'
  | 'timeline'
  | 'threads'
  | 'reports'
  | 'contradictions';

/** Null while the page is shown. */
export const useBookView = create<{ view: BookView | null }>()(() => ({ view: null }));

export function openBookView(view: BookView): void {
  closeHistory();
  useBookView.setState({ view });
}

export const closeBookView = (): void => useBookView.setState({ view: null });
