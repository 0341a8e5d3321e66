/** When the provider says that a prompt is too long: all long items of one type leave it (S2-09). */
import { itemTypeOf } from '../offload/record.ts';
import { lastSeenSequence } from '../offload/seen.ts';
import { shownText } from '../prompt-items.ts';
import { selectEvictable } from '../rounds.ts';
import type { StoredMessage } from '../store/message-store.ts';
import {
  nothingReduced,
  type Reduction,
  type ReductionDependencies,
  type ReductionRequest,
} from './reduction.ts';
import { logFailedRemoval, removeAll } from './remove-all.ts';

/** Of the first type in the order of S2-09 that has something to give. */
const selectOldest = (
  { rows, turnId, count }: ReductionRequest,
  minTokens: number,
): StoredMessage[] => {
  const answered = lastSeenSequence(rows);
  const items = rows.map((row) => ({
    row,
    messageId: row.messageId,
    type: itemTypeOf(row),
    text: shownText(row, turnId),
    // A question too long to be sent at all has nobody who could have seen it, nor have the last results of a turn
    // that broke off for being too long: left in its place they would keep every later turn from its answer.
    seen: row.role === 'user' || row.turnId !== turnId || row.sequence < answered,
    destroyed: row.placeholder !== null,
  }));
  const evictable = selectEvictable(items, minTokens, count);
  return evictable.filter(({ type }) => type === evictable[0]?.type).map(({ row }) => row);
};

/** Nothing at all when a single file cannot be made (S2-11). `minTokens`: items with more tokens than this. */
export const evictOldest = async (
  dependencies: ReductionDependencies,
  request: ReductionRequest,
  minTokens: number = dependencies.settings.get().assistant.offloadTokens,
): Promise<Reduction> => {
  const leaving = selectOldest(request, minTokens);
  const [first] = leaving;
  if (!first) return nothingReduced;
  try {
    return await removeAll(dependencies, request, leaving);
  } catch (error) {
    logFailedRemoval(dependencies, 'a prompt could not be made shorter', first, error);
    return nothingReduced;
  }
};
