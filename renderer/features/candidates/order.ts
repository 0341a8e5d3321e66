import type { Pending, PendingHunk } from './pending.ts';

/** A hunk with what it belongs to. */
export type OrderedHunk = PendingHunk & { candidateId: string };

/** Every hunk of the chapter in the order of the text. */
export const hunksInOrder = (pending: readonly Pending[]): OrderedHunk[] =>
  pending
    .flatMap(({ candidateId, hunks }) => hunks.map((hunk) => ({ ...hunk, candidateId })))
    .toSorted((a, b) => a.from - b.from || a.to - b.to || a.index - b.index);

/** The hunk after or before the current one; null beyond the ends. Without a current one it is the first. */
export function stepFrom(
  hunks: readonly OrderedHunk[],
  current: string | null,
  by: 1 | -1,
): OrderedHunk | null {
  const index = hunks.findIndex(({ id }) => id === current);
  return (index < 0 ? hunks[0] : hunks[index + by]) ?? null;
}

/** Where to go once a hunk is decided: the next one without a decision, else the nearest before. */
export function nextOpen(
  hunks: readonly OrderedHunk[],
  decided: string,
  isDecided: (id: string) => boolean,
): OrderedHunk | null {
  const index = hunks.findIndex(({ id }) => id === decided);
  const isOpen = ({ id }: OrderedHunk) => id !== decided && !isDecided(id);
  return hunks.slice(index + 1).find(isOpen) ?? hunks.slice(0, index).findLast(isOpen) ?? null;
}
