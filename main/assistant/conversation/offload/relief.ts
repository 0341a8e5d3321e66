import { AppError } from '#shared/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { shownText } from '../prompt-items.ts';
import { selectEvictable } from '../rounds.ts';
import type { CountText } from '../service.ts';
import type { StoredMessage } from '../store/message-store.ts';
import { discardFiles } from './discard-files.ts';
import { itemTypeOf } from './record.ts';
import { createRemoveItem, filesMadeFor } from './remove-item.ts';
import type { RemovalDependencies } from './remove-result.ts';
import { lastSeenSequence } from './seen.ts';
import type { Removal } from './take-out.ts';

type EvictDependencies = RemovalDependencies & Pick<Dependencies, 'logger'>;

/** What the next relief takes: the longest-standing type of S2-09 that has something to give. */
const chooseRelief = (
  rows: readonly StoredMessage[],
  turnId: string,
  threshold: number,
  count: CountText,
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
  const candidates = selectEvictable(items, threshold, count);
  const [first] = candidates;
  return candidates.filter(({ type }) => type === first?.type).map(({ row }) => row);
};

/**
 * Makes ready what leaves a prompt that is too long (S2-09): all long items of one type. Nothing at all when a
 * single file cannot be made (S2-11). `saved`: tokens. `least`: items with more tokens than this.
 */
export const reliefRemovals = async (
  dependencies: EvictDependencies,
  rows: readonly StoredMessage[],
  turnId: string,
  count: CountText,
  least: number = dependencies.settings.get().assistant.offloadTokens,
): Promise<{ removals: Removal[]; saved: number }> => {
  const removals: Removal[] = [];
  let saved = 0;
  const remove = createRemoveItem(dependencies, rows, turnId, count);
  for (const row of chooseRelief(rows, turnId, least, count)) {
    try {
      const removal = await remove(row);
      removals.push(removal);
      saved += count(shownText(row, turnId)) - count(removal.placeholder);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      dependencies.logger.log('warn', 'a prompt could not be relieved', {
        conversationId: row.conversationId,
        code: error.code,
      });
      await discardFiles(dependencies, row.conversationId, filesMadeFor(removals));
      return { removals: [], saved: 0 };
    }
  }
  return { removals, saved: Math.max(0, saved) };
};
