import { ChevronDown, Ellipsis, Plus } from 'lucide-react';
import { Button } from 'react-aria-components';
import { useShortcut } from '#renderer/app/shortcuts.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { IconButton, Menu } from '#renderer/ui/index.ts';
import { newConversation } from '../assistant-commands.ts';
import { isAnswering, shownConversations, useAssistant } from '../store.ts';
import { exportConversation } from './export.ts';
import { useTitles } from '../mentions.ts';
import { closeList, openList, useConversationsView } from './view.ts';

function More({ conversationId }: { conversationId: string }) {
  const { t } = useWords();
  const listed = useAssistant((state) =>
    state.conversations?.find((one) => one.conversationId === conversationId),
  );
  const answering = useAssistant(isAnswering);
  const { compact } = useAssistant.getState();
  return (
    <Menu
      label={t('assistant:more')}
      entries={() => [
        {
          id: 'rename',
          label: t('assistant:rename.menu'),
          onAction: () => {
            openList();
            useConversationsView.setState({ renaming: conversationId });
          },
        },
        {
          id: 'export',
          label: t('assistant:export.menu'),
          onAction: () => void exportConversation(t, conversationId),
        },
        {
          id: 'compact',
          label: t('assistant:compact.menu'),
          isDisabled: answering,
          onAction: () => void compact(),
        },
        { id: 'line', separator: true },
        {
          id: 'delete',
          label: t('assistant:delete.menu'),
          isDisabled: listed === undefined,
          onAction: () => useConversationsView.setState({ deleting: listed ?? null }),
        },
      ]}
    >
      <IconButton icon={Ellipsis} label={t('assistant:more')} />
    </Menu>
  );
}

/** Which conversation this is, the way to the others, and a new one. */
export function Header() {
  const { t } = useWords();
  const info = useAssistant((state) => state.info);
  const count = useAssistant((state) => shownConversations(state).length);
  const isListOpen = useConversationsView((state) => state.isOpen);
  const hasWords = info !== null && info.messageCount > 0;
  const withTitles = useTitles();
  const title = !hasWords || info.title === '' ? t('assistant:untitled') : withTitles(info.title);
  return (
    <div className="chat-head">
      <Button
        className="chat-title"
        aria-expanded={isListOpen}
        aria-label={t('assistant:list.open', { title, count })}
        isDisabled={count === 0}
        onPress={() => (isListOpen ? closeList() : openList())}
      >
        <span className="chat-title-words">{title}</span>
        {count > 0 && <ChevronDown size={14} aria-hidden />}
        {count > 1 && <span className="chat-count">{count}</span>}
      </Button>
      <IconButton
        icon={Plus}
        label={t('assistant:new')}
        shortcut={useShortcut('assistant.new')}
        isDisabled={!hasWords && !isListOpen}
        onPress={newConversation}
      />
      {hasWords && <More conversationId={info.conversationId} />}
    </div>
  );
}
