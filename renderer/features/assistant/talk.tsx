import { useWords } from '#renderer/i18n/index.ts';
import { ConnectFirst, hasNoModel, useModels } from '#renderer/features/models/index.ts';
import { FailureBlock } from '#renderer/ui/index.ts';
import { Composer } from './composer/composer.tsx';
import { DeleteDialog } from './conversations/delete-dialog.tsx';
import { Header } from './conversations/header.tsx';
import { ConversationList } from './conversations/list.tsx';
import { useConversationsView } from './conversations/view.ts';
import { PermissionCards } from './permissions/card.tsx';
import { useAssistant } from './store.ts';
import { Thread } from './thread/thread.tsx';

/** Conversations with the assistant: which one, what was said, and what to say. */
export function Talk() {
  const { t } = useWords();
  const isListOpen = useConversationsView((state) => state.isOpen);
  const hasConversations = useAssistant((state) => (state.conversations?.length ?? 0) > 0);
  const conversationId = useAssistant((state) => state.conversationId);
  const known = useModels((state) => state.profiles !== null);
  const none = useModels(hasNoModel);
  const failure = useModels((state) => state.failure);
  const { load } = useModels.getState();
  if (!known && failure !== null) {
    return (
      <div className="write-failure">
        <FailureBlock error={failure} onRetry={() => void load()} />
      </div>
    );
  }
  if (!known) {
    return (
      <p className="ui-waiting" role="status">
        {t('app:loading')}
      </p>
    );
  }
  // What was said stays readable without a model.
  if (none && !hasConversations) return <ConnectFirst />;
  return (
    <div className="talk">
      <Header />
      {isListOpen ? <ConversationList /> : <Thread key={conversationId} />}
      {!isListOpen && <PermissionCards />}
      {!isListOpen && (none ? <ConnectFirst /> : <Composer />)}
      <DeleteDialog />
    </div>
  );
}
