/** Makes the contents of lazy files from a conversation's messages. */
import type { Database } from 'better-sqlite3';
import type { ContextSource } from '#shared/domain/context-file.ts';
import type { SourceReader } from '#main/assistant/files/service.ts';
import { createConversationStore } from './store/conversation-store.ts';
import { createMessageStore, type MessageStore } from './store/message-store.ts';

/** Names the reader of one message's original. */
export const messageSource = (messageId: string): ContextSource => ({
  type: 'message',
  id: messageId,
});

/** Names the reader of the originals a summary stands for. */
export const archiveSource = (summaryMessageId: string): ContextSource => ({
  type: 'message-archive',
  id: summaryMessageId,
});

async function* archive(
  messages: MessageStore,
  conversationId: string,
  messageIds: readonly string[],
): AsyncGenerator<string> {
  // One at a time: a statement left open would block the database for everybody else.
  for (const messageId of messageIds) {
    const row = messages.find(conversationId, messageId);
    if (row === null) continue;
    const tool = row.metadata.tool_name === undefined ? '' : ` ${row.metadata.tool_name}`;
    const when = new Date(row.createdAt).toISOString();
    yield `## [${row.role}]${tool} ${when}\n\n${row.original ?? row.content}\n\n`;
  }
}

/** What lazy context files of conversations are made of (S0-14, S2-08, S4-19): for the context-files service. */
export const conversationSources = (database: Database): Record<string, SourceReader> => {
  const messages = createMessageStore(database);
  return {
    message: async ({ id }, conversationId) => {
      const row = messages.find(conversationId, id);
      return row === null ? null : (row.original ?? row.content);
    },
    'message-archive': async ({ id }, conversationId) => {
      const messageIds = messages.archivedBy(conversationId, id);
      return messageIds.length === 0 ? null : archive(messages, conversationId, messageIds);
    },
  };
};

/** What the writer calls a conversation, '' while nobody named it; null when there is no such conversation. */
export const conversationTitles = (
  database: Database,
): ((conversationId: string) => string | null) => {
  const conversations = createConversationStore(database);
  return (conversationId) => conversations.find(conversationId)?.title ?? null;
};
