/** The conversations of a project, those alone that hold the words looked for. */
import type { Output } from '#shared/contract/index.ts';
import type { Conversation } from '#shared/domain/conversation.ts';
import type { Dependencies } from './dependencies.ts';
import { cutExcerptAround } from './excerpt.ts';
import type { StoredConversation } from './store/conversation-store.ts';

/** What of a conversation leaves the service. */
export const infoOf = ({
  lastInputTokens: _lastInputTokens,
  contextWindow: _contextWindow,
  todos: _todos,
  ...info
}: StoredConversation): Conversation => info;

export const listConversations = (
  { conversations }: Pick<Dependencies, 'conversations'>,
  projectId: string,
  query: string,
): Output<'conversation:list'>['items'] => {
  const words = query.trim();
  const items = conversations.list(projectId).map(infoOf);
  if (words === '') return items;
  const hits = conversations.search(projectId, words);
  return items.flatMap((item) => {
    const text = hits.get(item.conversationId);
    if (text !== undefined) return [{ ...item, excerpt: cutExcerptAround(text, words) }];
    return item.title.toLowerCase().includes(words.toLowerCase()) ? [item] : [];
  });
};
