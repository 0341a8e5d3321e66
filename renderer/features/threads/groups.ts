/** Which threads stand where: what should be looked at first; pure. */
import type { ThreadPlace } from '#shared/domain/thread.ts';
import { needsLook } from '#shared/thread-standing.ts';
import type { ListedThread } from './store.ts';

export const groups = ['look', 'open', 'paid'] as const;
export type Group = (typeof groups)[number];

/** Open and near due it would go with requests, but of a deleted chapter that it is marked in nobody knows the fence. */
export const isHeldBack = ({ send, stage, dueChapter, places }: ListedThread): boolean =>
  send && stage !== 'paid' && dueChapter !== null && places.some(({ chapterGone }) => chapterGone);

export const groupOf = (thread: ListedThread): Group => {
  if (needsLook(thread) || isHeldBack(thread)) return 'look';
  return thread.stage === 'paid' ? 'paid' : 'open';
};

/** What is wrong beside each other; a thread may stand in several. */
export const troubles = [
  'forgotten',
  'late',
  'paidUnopened',
  'placeLost',
  'dueGone',
  'dueBeforeOpened',
  'heldBack',
] as const;
export type Trouble = (typeof troubles)[number];

export const hasTrouble = (
  thread: ListedThread,
  trouble: Trouble,
  silentAfter: number,
): boolean => {
  switch (trouble) {
    case 'forgotten':
      return thread.stage !== 'paid' && thread.silentFor >= silentAfter;
    case 'late':
      return thread.lateBy > 0;
    case 'heldBack':
      return isHeldBack(thread);
    default:
      return thread.problems.includes(trouble);
  }
};

/** Where a line of the report leads: to the pay-off that nobody opened, to the place that is lost, else to the last that is found. */
export const placeToOpen = (
  { places }: ListedThread,
  trouble: Trouble,
): ThreadPlace | undefined => {
  const last = places.findLast(({ found }) => found !== null) ?? places.at(-1);
  switch (trouble) {
    case 'paidUnopened':
      return places.find(({ kind, found }) => kind === 'paid' && found !== null) ?? last;
    case 'placeLost':
      return places.find(({ found }) => found === null) ?? last;
    case 'heldBack':
      return places.find(({ chapterGone }) => chapterGone) ?? last;
    default:
      return last;
  }
};

export type ThreadCounts = { open: number; forgotten: number; late: number; quiet: number };

export const countThreads = (
  items: readonly ListedThread[],
  silentAfter: number,
): ThreadCounts => ({
  open: items.filter(({ stage }) => stage !== 'paid').length,
  forgotten: items.filter((one) => hasTrouble(one, 'forgotten', silentAfter)).length,
  late: items.filter(({ lateBy }) => lateBy > 0).length,
  quiet: items.filter(({ problems }) => problems.includes('quiet')).length,
});

/** How many promises are open in each chapter, from the first on. */
export const openAtOnce = (
  items: readonly ListedThread[],
  { now, chapters }: { now: number; chapters: number },
): number[] => {
  const changes = Array.from({ length: chapters + 2 }, () => 0);
  for (const { places } of items) {
    const chaptersOf = (kind: 'opened' | 'paid'): number[] =>
      places.flatMap((place) => (place.kind === kind && place.found ? [place.found.chapter] : []));
    const [from] = chaptersOf('opened');
    if (from === undefined) continue;
    const to = chaptersOf('paid')[0] ?? now + 1;
    if (to <= from) continue;
    changes[from] = (changes[from] ?? 0) + 1;
    changes[to] = (changes[to] ?? 0) - 1;
  }
  let open = 0;
  return changes.slice(1, now + 1).map((change) => (open += change));
};
