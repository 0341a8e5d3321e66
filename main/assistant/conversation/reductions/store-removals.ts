/** Stores what left the prompt. */
import type { Dependencies } from '../dependencies.ts';
import type { Removal } from '../offload/offloader.ts';

/** Writes removals and their lines of the log; within a transaction. */
export const storeRemovals = (
  { messages, offloads }: Pick<Dependencies, 'messages' | 'offloads'>,
  of: { conversationId: string; projectId: string },
  removals: readonly Removal[],
): void => {
  for (const { messageId, line, ...change } of removals) {
    messages.setPlaceholder(messageId, change);
    if (line) offloads.insert(of.conversationId, of.projectId, { messageId, ...line });
  }
};
