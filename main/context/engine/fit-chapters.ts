/**
 * Which of the chapters before the cursor go whole where not all fit (E2): the nearest, without a gap, in blocks, so that
 * the beginning of the prompt stays where it is while one writes on.
 */
import type { Costed } from './price.ts';

/** Chapters fall away in blocks of this part of their room: seldom, and then several at once. */
const blockPart = 1 / 8;
/** So many blocks may stay unused before chapters that would fit again come back. */
const idleBlocks = 2;

export type ChapterRoom = {
  /** Tokens for the chapters. */
  room: number;
  /** The first chapter of the request before, by its item's id: kept while it may be. */
  stickyStart: string | null;
};

/** Tokens from each chapter to the end. */
const sumsFrom = (costs: readonly number[]): number[] => {
  const sums = Array.from(costs, () => 0);
  let sum = 0;
  for (let index = costs.length - 1; index >= 0; index -= 1) {
    sum += costs[index] ?? 0;
    sums[index] = sum;
  }
  return sums;
};

/** Chapters with which a block begins, counted from the beginning of the book, where what is written next moves nothing. */
const blockStarts = (costs: readonly number[], block: number): number[] => {
  const starts: number[] = [];
  let before = 0;
  let last = -1;
  for (const [index, cost] of costs.entries()) {
    const number = Math.floor(before / block);
    if (number !== last) starts.push(index);
    last = number;
    before += cost;
  }
  return starts;
};

/** The first chapter that goes; as many as there are when none does. */
export const firstThatGoes = (
  costs: readonly number[],
  room: number,
  before: number | null,
): number => {
  const sums = sumsFrom(costs);
  const fits = (index: number): boolean => (sums[index] ?? 0) <= room;
  if (fits(0)) return 0;
  const block = Math.max(1, Math.floor(room * blockPart));
  const fresh = blockStarts(costs, block).find(fits) ?? sums.findIndex((sum) => sum <= room);
  const start = fresh === -1 ? costs.length : fresh;
  if (before === null || !fits(before)) return start;
  const isIdle = (sums[start] ?? 0) - (sums[before] ?? 0) > idleBlocks * block;
  return isIdle ? start : before;
};

const farther = (item: Costed): Costed => ({
  ...item,
  candidate: { ...item.candidate, excluded: { reason: 'fartherBack' } },
});

/** The same chapters; those that are too far back may not go. */
export const fitChapters = (
  chapters: readonly Costed[],
  { room, stickyStart }: ChapterRoom,
  heading: number,
): Costed[] => {
  const open = chapters.filter(({ candidate }) => candidate.excluded === null);
  if (open.length === 0) return [...chapters];
  const costs = open.map(({ cost }) => cost);
  const before = open.findIndex(({ candidate }) => candidate.id === stickyStart);
  const first = firstThatGoes(costs, room - heading, before < 0 ? null : before);
  const out = new Set(open.slice(0, first));
  return chapters.map((item) => (out.has(item) ? farther(item) : item));
};

/** The chapters that go whole, by their documents. */
export const wholeDocuments = (chapters: readonly Costed[]): ReadonlySet<string> =>
  new Set(
    chapters.flatMap(({ candidate }) =>
      candidate.excluded === null && candidate.documentId ? [candidate.documentId] : [],
    ),
  );
