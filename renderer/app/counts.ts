import { create } from 'zustand';

/** Words as a Chinese writer counts them: Han one each, other scripts by word. The editor keeps them up to date. */
type CountsState = {
  /** The chapter on the page; null before one was opened. */
  documentId: string | null;
  words: number;
  selected: number;
  /** Written since midnight, in this sitting; 0 hides it. */
  today: number;
};

export const useCounts = create<CountsState>()(() => ({
  documentId: null,
  words: 0,
  selected: 0,
  today: 0,
}));

/** The words of a chapter: on the page as it is written, else as it was saved. */
export const useChapterWords = (documentId: string, saved: number): number =>
  useCounts((counts) => (counts.documentId === documentId ? counts.words : saved));
