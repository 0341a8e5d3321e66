/** The tab of the assistant: the conversations, one of them, and where to write. */
import {
  ConnectFirst,
  hasNoModel,
  ModelsKnown,
  useModels,
} from '#renderer/features/models/index.ts';
import { Composer } from './composer/composer.tsx';
import { DeleteDialog } from './conversations/delete-dialog.tsx';
import { Header } from './conversations/header.tsx';
import { ConversationList } from './conversations/list.tsx';
import { Spent } from './conversations/spent.tsx';
import { useConversationsView } from './conversations/view.ts';
import { PermissionCards } from './permissions/card.tsx';
import { useAssistant } from './store.ts';
import { Thread } from './thread/thread.tsx';

function Conversations() {
  const isListOpen = useConversationsView((state) => state.isOpen);
  const hasConversations = useAssistant((state) => (state.conversations?.length ?? 0) > 0);
  const conversationId = useAssistant((state) => state.conversationId);
  const none = useModels(hasNoModel);
  // What was said stays readable without a model.
  if (none && !hasConversations) return <ConnectFirst />;
  return (
    <div className="chat">
      <Header />
      {!isListOpen && <Spent />}
      {isListOpen ? <ConversationList /> : <Thread key={conversationId} />}
      {!isListOpen && <PermissionCards />}
      {!isListOpen && (none ? <ConnectFirst /> : <Composer />)}
      <DeleteDialog />
    </div>
  );
}

/** Conversations with the assistant: which one, what was said, and what to say. */
export function ConversationView() {
  return (
    <ModelsKnown>
      <Conversations />
    </ModelsKnown>
  );
}
