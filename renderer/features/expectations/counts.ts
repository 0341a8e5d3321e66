/** How the expectations of a book stand; pure. */
import type { ListedExpectation } from './store.ts';

export const groups = ['broken', 'unjudged', 'waiting', 'held'] as const;
export type Group = (typeof groups)[number];

export const groupOf = ({ result }: ListedExpectation): Group => result?.state ?? 'waiting';

export const countGroups = (items: readonly ListedExpectation[]): Record<Group, number> => {
  const counts = { broken: 0, unjudged: 0, waiting: 0, held: 0 };
  for (const item of items) counts[groupOf(item)] += 1;
  return counts;
};

/** What the one line of the status bar tells: the worst there is; null where nothing is expected. */
export const worstOf = (items: readonly ListedExpectation[]): Group | null => {
  const counts = countGroups(items);
  return groups.find((group) => counts[group] > 0) ?? null;
};
