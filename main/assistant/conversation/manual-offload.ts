/** What the writer moves out of a conversation and takes back. */
import type { ConversationMessage } from '#shared/domain/conversation.ts';
import { AppError } from '#shared/errors.ts';
import { type Dependencies, findConversation, tellChange } from './dependencies.ts';
import { stepText } from './context-builder.ts';
import { storeRemovals } from './reductions/store-removals.ts';
import { storeUnsaved } from './offload/unsaved-output.ts';
import { type StoredMessage, toMessage } from './store/message-store.ts';

/** CONVERSATION_NOT_FOUND, MESSAGE_NOT_FOUND. */
export const findMessage = (
  dependencies: Dependencies,
  conversationId: string,
  messageId: string,
): StoredMessage => {
  findConversation(dependencies, conversationId);
  const row = dependencies.messages.find(conversationId, messageId);
  if (row) return row;
  throw new AppError('MESSAGE_NOT_FOUND', 'There is no such message in this conversation.', {
    conversationId,
    messageId,
  });
};

/** What the model works with right now stays where it is. */
const checkIdle = (dependencies: Dependencies, row: StoredMessage): void => {
  const { turnId } = findConversation(dependencies, row.conversationId);
  if (turnId === null || turnId !== row.turnId) return;
  throw new AppError('CONVERSATION_BUSY', 'The turn of this message is under way.', {
    conversationId: row.conversationId,
  });
};

/** All words of a message: of a step its calls too, which a provider's own protocol has beside them. */
const wholeText = ({ content, original, metadata }: StoredMessage): string => {
  const text = original ?? content;
  if (metadata.kind !== 'step') return text;
  const calls = (metadata.calls ?? []).map((call) => ({
    callId: call.call_id,
    toolName: call.tool_name,
    input: call.input,
  }));
  return stepText({ text, thought: metadata.thought ?? '', calls });
};

/**
 * The writer moves an old message to a file (S1-20), however long it is. Errors: those of {@link findMessage},
 * CONVERSATION_BUSY, INVALID_INPUT for a summary (S2-12), and those of context files.
 */
export const offloadMessage = async (
  dependencies: Dependencies,
  conversationId: string,
  messageId: string,
): Promise<ConversationMessage> => {
  const row = findMessage(dependencies, conversationId, messageId);
  if (row.role === 'system') {
    throw new AppError('INVALID_INPUT', 'Summaries are never offloaded.', { field: 'messageId' });
  }
  checkIdle(dependencies, row);
  if (row.placeholder !== null && row.metadata.offloaded === true) return toMessage(row);
  const removal = await dependencies.offloader.toRecord({ ...row, text: wholeText(row) });
  dependencies.conversations.transaction(() => storeRemovals(dependencies, row, [removal]));
  await dependencies.writeOffloadLog(conversationId);
  tellChange(dependencies, row);
  return toMessage(findMessage(dependencies, conversationId, messageId));
};

/** The writer takes a message back into the conversation (S2-18); the ephemeral policy leaves it there. */
export const restoreMessage = async (
  dependencies: Dependencies,
  conversationId: string,
  messageId: string,
): Promise<ConversationMessage> => {
  const row = findMessage(dependencies, conversationId, messageId);
  if (row.placeholder === null) return toMessage(row);
  const { destroyed: _destroyed, offloaded, ...metadata } = row.metadata;
  dependencies.conversations.transaction(() => {
    dependencies.messages.removePlaceholder(messageId, metadata);
    if (offloaded) dependencies.offloads.setRestored(messageId, dependencies.clock.now());
  });
  if (offloaded) await dependencies.writeOffloadLog(conversationId);
  tellChange(dependencies, row);
  return toMessage(findMessage(dependencies, conversationId, messageId));
};

/** The writer tries again to have an output written to a file (S1-15). {@link findMessage}, FILE_WRITE_FAILED. */
export const storeOutput = async (
  dependencies: Dependencies,
  conversationId: string,
  messageId: string,
): Promise<ConversationMessage> => {
  const row = findMessage(dependencies, conversationId, messageId);
  const isStored = row.metadata.unsaved === undefined || (await storeUnsaved(dependencies, row));
  if (isStored) return toMessage(findMessage(dependencies, conversationId, messageId));
  throw new AppError('FILE_WRITE_FAILED', 'The output still cannot be written to a file.', {
    conversationId,
    messageId,
  });
};
