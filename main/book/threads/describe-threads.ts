/** Threads as callers are told of them: with where their places are, and how they stand. */
import { countText } from '#shared/count-text.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { ListedThread, ThreadPlace, ThreadPlaceKind } from '#shared/domain/thread.ts';
import { standingOf } from '#shared/thread-standing.ts';
import { hashOf, type Located } from '../marked-places.ts';
import type { NearThread, StoredThread, ThreadMark } from './service.ts';

/** The chapters as they stand now. */
export type BookState = {
  byId: ReadonlyMap<string, DocumentInfo>;
  located: Located;
};

/** The last chapter with more in it than its title; 0 where none has. */
export const lastWritten = (chapters: readonly DocumentInfo[]): number =>
  chapters.reduce(
    (last, { chapter, charCount, title }) =>
      charCount > countText(title).charCount ? Math.max(last, chapter) : last,
    0,
  );

/** Everything the writer said of a stretch, also of those that are none of its places. */
export const describeMarks = (
  { threadId, places }: StoredThread,
  { byId, located }: BookState,
): ThreadMark[] =>
  Object.entries(places).map(([placeId, place]) => {
    const { kind, documentId, quote } = place;
    const chapter = byId.get(documentId)?.chapter;
    const span = located.spanOf(threadId, placeId);
    const found = chapter !== undefined && span ? { chapter, ...span } : null;
    return { placeId, kind, documentId, quote, found, chapterGone: chapter === undefined };
  });

const describePlaces = (thread: StoredThread, bookState: BookState): ThreadPlace[] => {
  const described = describeMarks(thread, bookState).flatMap(({ kind, ...mark }): ThreadPlace[] =>
    kind === 'refused' ? [] : [{ ...mark, kind }],
  );
  // In the order of the book; those that are lost last.
  const orderOf = ({ found }: ThreadPlace): number => found?.chapter ?? Number.MAX_SAFE_INTEGER;
  return described.toSorted(
    (one, other) =>
      orderOf(one) - orderOf(other) || (one.found?.start ?? 0) - (other.found?.start ?? 0),
  );
};

/** The first of a kind, in their order, whose text is there. */
const firstFound = (places: readonly ThreadPlace[], wanted: ThreadPlaceKind) => {
  const place = places.find(({ kind, found }) => kind === wanted && found !== null);
  return place?.found ? { ...place, ...place.found } : null;
};

const numberOfDue = ({ due }: StoredThread, { byId }: BookState): number | null =>
  due ? (byId.get(due.documentId)?.chapter ?? null) : null;

export const describeThread = (
  thread: StoredThread,
  bookState: BookState,
  { now, silentAfter }: { now: number; silentAfter: number },
): ListedThread => {
  const places = describePlaces(thread, bookState);
  const dueChapter = numberOfDue(thread, bookState);
  const due = thread.due && dueChapter === null ? 'gone' : dueChapter;
  const standing = standingOf({ places, due, now, silentAfter });
  const stretchOf = (kind: ThreadPlaceKind): ListedThread['opened'] => {
    const place = firstFound(places, kind);
    return place && { documentId: place.documentId, start: place.start, end: place.end };
  };
  return {
    ...thread,
    state: standing.stage === 'paid' ? 'paidOff' : 'open',
    opened: stretchOf('opened'),
    paidOff: stretchOf('paid'),
    places,
    dueChapter,
    ...standing,
  };
};

/** Nothing of it is paid off yet in a chapter that is there, as far as anybody knows. */
export const isOpen = ({ places }: StoredThread, byId: BookState['byId']): boolean => {
  const inBook = Object.values(places).filter(({ documentId }) => byId.has(documentId));
  const kinds = inBook.map(({ kind }) => kind);
  return kinds.includes('opened') && !kinds.includes('paid');
};

/** Null where it is due nowhere any more. */
export const describeNear = (thread: StoredThread, bookState: BookState): NearThread | null => {
  const dueChapter = numberOfDue(thread, bookState);
  if (dueChapter === null || !thread.due) return null;
  const places = describePlaces(thread, bookState);
  const opening = firstFound(places, 'opened');
  const { threadId, title, note, send, version, due } = thread;
  return {
    ...{ threadId, title, note, send, dueChapter },
    opened: opening && { chapter: opening.chapter, start: opening.start, quote: opening.quote },
    documentIds: [...new Set([...places.map(({ documentId }) => documentId), due.documentId])],
    revision: `${version}.${hashOf(opening?.quote ?? '')}`,
  };
};
