/** Answers that wait for one passage: one of them is shown, the others are a key away (F14). */
import { groupByPassage } from '#shared/same-passage.ts';
import type { Pending } from './pending.ts';

/** A passage with more than one answer. */
export type Passage = {
  /** The id of its first answer. */
  id: string;
  from: number;
  to: number;
  /** In the order they came. */
  candidateIds: readonly string[];
  /** The one in the page. */
  shown: string;
};

/** The ids of all answers that do not stand alone. */
export const amongSeveral = (passages: readonly Passage[]): ReadonlySet<string> =>
  new Set(passages.flatMap(({ candidateIds }) => candidateIds));

/** What is drawn and decided on, and where more than one text waits. */
export type Arranged = { shown: readonly Pending[]; passages: readonly Passage[] };

/**
 * One answer for each passage; `front` are those the writer brought to the page or that came last, the latest last.
 */
export function arrange(pending: readonly Pending[], front: readonly string[]): Arranged {
  const rankOf = ({ candidateId }: Pending): number => front.lastIndexOf(candidateId);
  const shown: Pending[] = [];
  const passages: Passage[] = [];
  for (const group of groupByPassage(pending)) {
    const inOrder = pending.filter((one) => group.includes(one));
    const [first] = inOrder;
    const best = inOrder.reduce((one, other) => (rankOf(other) >= rankOf(one) ? other : one));
    shown.push(best);
    if (first === undefined || inOrder.length === 1) continue;
    passages.push({
      id: first.candidateId,
      from: Math.min(...inOrder.map(({ start }) => start)),
      to: Math.max(...inOrder.map(({ end }) => end)),
      candidateIds: inOrder.map(({ candidateId }) => candidateId),
      shown: best.candidateId,
    });
  }
  return { shown: pending.filter((one) => shown.includes(one)), passages };
}

/** The answer after or before the shown one, around the end. */
export function neighbourOf({ candidateIds, shown }: Passage, by: 1 | -1): string {
  const place = candidateIds.indexOf(shown) + by + candidateIds.length;
  return candidateIds[place % candidateIds.length] ?? shown;
}
