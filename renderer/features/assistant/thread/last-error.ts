import type { Conversation, ConversationMessage } from '#shared/domain/conversation.ts';
import type { ReplyError } from '#shared/errors.ts';

/** The last thing said; summaries are written behind it. */
export const lastMessage = ({
  messages,
}: {
  messages: readonly ConversationMessage[];
}): ConversationMessage | null => messages.findLast(({ role }) => role !== 'system') ?? null;

/** Why the last turn ended without an answer; null while one is under way, and when it was answered. */
export const lastError = ({
  info,
  messages,
}: {
  info: Conversation | null;
  messages: readonly ConversationMessage[];
}): ReplyError | null =>
  info === null || info.turnId !== null
    ? null
    : (lastMessage({ messages })?.metadata.error ?? null);
