/** Tells who shows candidates that they changed, whichever process of the data folder changed them (N16). */
import type { EventSink } from '#shared/contract/events.ts';
import type { CandidateStore } from './candidate-store.ts';

type Place = { projectId: string; documentId: string };

export type CandidateNews = {
  /** This process changed those of a chapter. */
  tell(place: Place): void;
  /** Another process wrote in the database: tells of each chapter whose candidates are others than were told last. */
  lookElsewhere(): void;
  /** Nothing is told of a book that went. */
  forgetProject(projectId: string): void;
};

type Known = ReturnType<CandidateStore['openMarks']>;

const placesOf = (known: Known): Place[] =>
  [...known].flatMap(([projectId, chapters]) =>
    [...chapters.keys()].map((documentId) => ({ projectId, documentId })),
  );

export const createCandidateNews = (
  store: Pick<CandidateStore, 'openMarks'>,
  events: EventSink,
): CandidateNews => {
  const told = store.openMarks();

  /** Takes what is so now as told; false where it was told before. */
  const take = (now: Known, { projectId, documentId }: Place): boolean => {
    const mark = now.get(projectId)?.get(documentId);
    const chapters = told.get(projectId) ?? new Map<string, string>();
    if (chapters.get(documentId) === mark) return false;
    if (mark === undefined) chapters.delete(documentId);
    else chapters.set(documentId, mark);
    told.set(projectId, chapters);
    return true;
  };

  return {
    tell(place) {
      take(store.openMarks(), place);
      events.emit('ai:candidates:changed', place);
    },
    lookElsewhere() {
      const now = store.openMarks();
      // Each chapter that has some, and each that has none any more.
      for (const place of [...placesOf(now), ...placesOf(told)]) {
        if (take(now, place)) events.emit('ai:candidates:changed', place);
      }
    },
    forgetProject: (projectId) => void told.delete(projectId),
  };
};
