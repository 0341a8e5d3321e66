/** Where a lane's lines and signs stand, in percent of the width of the book; pure. */
import { type Book, percentOf } from '#renderer/app/chapter-axis.ts';
import { hasTrouble } from './groups.ts';
import type { ListedThread } from './store.ts';

export type LaneLine = { look: 'line' | 'silent' | 'future'; from: number; to: number };
export type LaneSign = { look: 'opened' | 'echoed' | 'paid' | 'due'; at: number; key: string };
export type Lane = { lines: LaneLine[]; signs: LaneSign[]; isLate: boolean };

/**
 * A lane's lines end where the book is written; what is due stands beyond.
 * @param silentAfter after so many chapters without a word a promise is forgotten
 */
export const laneOf = (thread: ListedThread, book: Book, silentAfter: number): Lane => {
  const { places, stage, dueChapter, silentFor, lateBy } = thread;
  const found = places.flatMap(({ placeId, kind, found: at }) =>
    at ? [{ placeId, kind, chapter: at.chapter }] : [],
  );
  const signs: LaneSign[] = found.map(({ placeId, kind, chapter }) => ({
    ...{ look: kind, at: percentOf(chapter, book), key: placeId },
  }));
  const isOpen = stage !== 'paid';
  if (dueChapter !== null && isOpen) {
    signs.push({ look: 'due', at: percentOf(dueChapter, book), key: 'due' });
  }
  const chapters = found.map(({ chapter }) => chapter);
  const [first, last] = [Math.min(...chapters), Math.max(...chapters)];
  if (chapters.length === 0) return { lines: [], signs, isLate: lateBy > 0 };
  const at = (chapter: number): number => percentOf(chapter, book);
  const lines: LaneLine[] = [{ look: 'line', from: at(first), to: at(last) }];
  if (isOpen && book.now > last) {
    const isSilent = silentFor > 0 && hasTrouble(thread, 'forgotten', silentAfter);
    lines.push({ look: isSilent ? 'silent' : 'line', from: at(last), to: at(book.now) });
  }
  const written = Math.max(last, book.now);
  if (isOpen && dueChapter !== null && dueChapter > written) {
    lines.push({ look: 'future', from: at(written), to: at(dueChapter) });
  }
  return { lines: lines.filter(({ from, to }) => to > from), signs, isLate: lateBy > 0 };
};
