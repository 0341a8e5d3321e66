/** What a compaction has decided to take out of the prompt leaves it (S2-10). */
import type { StoredMessage } from '../store/message-store.ts';
import type { Reduction, ReductionDependencies, ReductionRequest } from './reduction.ts';
import { removeAll } from './remove-all.ts';

/** Those of the messages that are still in the prompt. Errors of context files; nothing is left behind then. */
export const evictPlanned = (
  dependencies: ReductionDependencies,
  request: ReductionRequest,
  messageIds: readonly string[],
): Promise<Reduction> => {
  const rows = new Map(request.rows.map((row) => [row.messageId, row]));
  const leaving = messageIds.flatMap((messageId): StoredMessage[] => {
    const row = rows.get(messageId);
    return row?.placeholder === null ? [row] : [];
  });
  return removeAll(dependencies, request, leaving);
};
