/** What became of one thread, in the order of the book: its places, the silence since, and where it is due; pure. */
import type { EchoProposal, ThreadPlace } from '#shared/domain/thread.ts';
import type { Book } from '#renderer/app/chapter-axis.ts';
import type { ListedThread } from './store.ts';

export type StoryPart =
  | { kind: 'place'; place: ThreadPlace }
  | { kind: 'proposal'; proposal: EchoProposal }
  | { kind: 'silent'; from: number; to: number; isForgotten: boolean }
  /** Null where that chapter is gone. */
  | { kind: 'due'; chapter: number | null; isLate: boolean };

/** Chapters of silence that are worth a line. */
const minSilence = 2;

/** Lost places stand last. */
export const storyOf = (
  thread: ListedThread,
  { now }: Pick<Book, 'now'>,
  proposals: readonly EchoProposal[] = [],
): StoryPart[] => {
  const { places, silentFor, lateBy, stage, due, dueChapter } = thread;
  const parts = places.map((place): [number, StoryPart] => [
    place.found?.chapter ?? Number.MAX_SAFE_INTEGER,
    { kind: 'place', place },
  ]);
  if (silentFor >= minSilence) {
    const from = now - silentFor + 1;
    parts.push([from, { kind: 'silent', from, to: now, isForgotten: stage === 'forgotten' }]);
  }
  for (const proposal of proposals) {
    parts.push([proposal.chapter, { kind: 'proposal', proposal }]);
  }
  if (due !== null && stage !== 'paid') {
    const part = { kind: 'due', chapter: dueChapter, isLate: lateBy > 0 } as const;
    parts.push([dueChapter ?? Number.MAX_SAFE_INTEGER, part]);
  }
  return parts.toSorted(([one], [other]) => one - other).map(([, part]) => part);
};
