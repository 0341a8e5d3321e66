/** What an earlier request had no place for, so that a rerun leaves it out too. */
import { droppedFactsOf, type KeptItem } from '#shared/domain/assembly.ts';

/**
 * What a request that asks an earlier one again must leave out, beside what it is to leave out: everything the
 * earlier one had no place for. So the two differ by nothing that merely moved up (N6).
 */
export const displacedItemIds = (earlier: readonly KeptItem[]): string[] =>
  earlier
    .filter(({ decision, reason }) => decision === 'dropped' && droppedFactsOf(reason)?.displaced)
    .map(({ id }) => id);
