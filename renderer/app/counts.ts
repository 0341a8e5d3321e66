import { create } from 'zustand';
import { noWords, type WordChange } from '#shared/domain/days.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { useSession } from './session.ts';

const noChapters: readonly DocumentInfo[] = [];

/** Words as a Chinese writer counts them: Han one each, other scripts by word. The editor keeps them up to date. */
type CountsState = {
  /** The chapter on the page; null before one was opened. */
  documentId: string | null;
  words: number;
  selected: number;
  /** Written since midnight, in this sitting; 0 hides it. */
  today: number;
  /** The same as it adds up: below nothing where more was cut than written. */
  todayAddedUp: number;
  /** What the writer has written since the book was opened on this page. */
  sitting: WordChange;
  /** How long the keys went for it, ms; pauses for thought in it, breaks not. */
  writingMs: number;
};

export const useCounts = create<CountsState>()(() => ({
  documentId: null,
  words: 0,
  selected: 0,
  today: 0,
  todayAddedUp: 0,
  sitting: noWords,
  writingMs: 0,
}));

/** The words of the whole book, as all its chapters show them. */
export function useBookWords(): number {
  const documents = useSession((session) => session.project?.documents ?? noChapters);
  const open = useCounts((counts) => counts.documentId);
  const written = useCounts((counts) => counts.words);
  return documents.reduce(
    (sum, { documentId, wordCount }) => sum + (documentId === open ? written : wordCount),
    0,
  );
}

/** The words of a chapter: on the page as it is written, else as it was saved. */
export const useChapterWords = (documentId: string, saved: number): number =>
  useCounts((counts) => (counts.documentId === documentId ? counts.words : saved));
