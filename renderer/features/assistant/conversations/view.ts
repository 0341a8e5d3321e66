import { create } from 'zustand';
import type { ListedConversation } from '../store.ts';

type ConversationsView = {
  /** The list lies over the chat. */
  isOpen: boolean;
  query: string;
  /** What the query found; null while there is no query. */
  found: readonly ListedConversation[] | null;
  /** The one whose title is being changed. */
  renaming: string | null;
  /** The one the writer is asked about before it goes. */
  deleting: ListedConversation | null;
};

/** What the query found, as it is now: one that was renamed or deleted since. */
export const foundNow = (
  found: readonly ListedConversation[],
  conversations: readonly ListedConversation[],
): readonly ListedConversation[] => {
  const known = new Map(conversations.map((one) => [one.conversationId, one]));
  return found.flatMap(({ conversationId, excerpt }) => {
    const now = known.get(conversationId);
    return now === undefined ? [] : [{ ...now, ...(excerpt === undefined ? {} : { excerpt }) }];
  });
};

const closed: ConversationsView = {
  isOpen: false,
  query: '',
  found: null,
  renaming: null,
  deleting: null,
};

export const useConversationsView = create<ConversationsView>()(() => closed);

export const openList = (): void => useConversationsView.setState({ ...closed, isOpen: true });
export const closeList = (): void => useConversationsView.setState(closed);
