import { Pencil, Search, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState, useRef } from 'react';
import { formatMoment } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { IconButton, isTooLong, TextField } from '#renderer/ui/index.ts';
import { useFocusKept } from '#renderer/ui/keep-focus.ts';
import { useRoving } from '#renderer/ui/roving.ts';
import { type ListedConversation, shownConversations, useAssistant } from '../store.ts';
import { useTitles } from '../mentions.ts';
import { closeList, foundNow, useConversationsView } from './view.ts';

/** Rest before what is typed is looked for, ms. */
const rest = 200;

/** Of a title and of what is looked for, UTF-16 units. */
const longestTitle = 200;
const longestQuery = 200;

/** Looks into titles and messages, a moment after the last key. */
function useSearch(projectId: string | null): void {
  const query = useConversationsView((state) => state.query);
  useEffect(() => {
    const words = query.trim();
    if (projectId === null || words === '' || isTooLong(words, longestQuery)) {
      useConversationsView.setState({ found: null });
      return undefined;
    }
    const own = new AbortController();
    const timer = setTimeout(() => {
      call('conversation:list', { projectId, query: words }, { signal: own.signal })
        .then(({ items }) => useConversationsView.setState({ found: items }))
        .catch((failure: unknown) => {
          if (!own.signal.aborted) useAssistant.setState({ failure });
        });
    }, rest);
    return () => {
      clearTimeout(timer);
      own.abort();
    };
  }, [projectId, query]);
}

function TitleField({ conversation }: { conversation: ListedConversation }) {
  const { t } = useWords();
  const { rename } = useAssistant.getState();
  const [title, setTitle] = useState(conversation.title);
  const leave = () => useConversationsView.setState({ renaming: null });
  const keep = () => {
    const given = title.trim();
    // What cannot be taken stays in the field, which says so.
    if (isTooLong(given, longestTitle)) return;
    leave();
    if (given !== '' && given !== conversation.title) {
      void rename(conversation.conversationId, given);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      keep();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      leave();
    }
  };
  return (
    <TextField
      label={t('assistant:rename.label')}
      hideLabel
      autoFocus
      longest={longestTitle}
      value={title}
      onChange={setTitle}
      onBlur={keep}
      onKeyDown={onKeyDown}
    />
  );
}

type RowProps = {
  conversation: ListedConversation;
  rowProps: { 'data-rove': string; tabIndex: number };
};

function Row({ conversation, rowProps }: RowProps) {
  const { t, language } = useWords();
  const isOpen = useAssistant((state) => state.conversationId === conversation.conversationId);
  const isRenaming = useConversationsView(
    (state) => state.renaming === conversation.conversationId,
  );
  const { open } = useAssistant.getState();
  const withTitles = useTitles();
  const title =
    conversation.title === '' ? t('assistant:untitled') : withTitles(conversation.title);
  if (isRenaming) {
    return (
      <li className="chat-row">
        <TitleField conversation={conversation} />
      </li>
    );
  }
  const facts = [
    formatMoment(conversation.updatedAt, Date.now(), language),
    t('assistant:list.messages', { count: conversation.messageCount }),
    ...(conversation.turnId === null ? [] : [t('assistant:list.answering')]),
  ];
  return (
    <li className="chat-row" data-open={isOpen}>
      <button
        type="button"
        className="chat-row-main"
        data-renames
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => {
          void open(conversation.conversationId);
          closeList();
        }}
        onKeyDown={(event) => {
          if (event.key === 'F2') {
            event.preventDefault();
            event.stopPropagation();
            useConversationsView.setState({ renaming: conversation.conversationId });
          } else if (event.key === 'Delete') {
            useConversationsView.setState({ deleting: conversation });
          }
        }}
        {...rowProps}
      >
        <span className="chat-row-title">{title}</span>
        {conversation.excerpt !== undefined && (
          <span className="chat-row-excerpt">{conversation.excerpt}</span>
        )}
        <span className="chat-row-facts">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
      </button>
      <IconButton
        icon={Pencil}
        size="small"
        label={t('assistant:rename.named', { title })}
        onPress={() => useConversationsView.setState({ renaming: conversation.conversationId })}
      />
      <IconButton
        icon={Trash2}
        size="small"
        label={t('assistant:delete.named', { title })}
        onPress={() => useConversationsView.setState({ deleting: conversation })}
      />
    </li>
  );
}

/** All conversations of the novel, newest first, over the chat until one is chosen. Esc goes back. */
export function ConversationList() {
  const { t } = useWords();
  const projectId = useAssistant((state) => state.projectId);
  const conversations = useAssistant((state) => state.conversations);
  const query = useConversationsView((state) => state.query);
  const found = useConversationsView((state) => state.found);
  const renaming = useConversationsView((state) => state.renaming);
  useSearch(projectId);
  const shown =
    found === null ? shownConversations({ conversations }) : foundNow(found, conversations ?? []);
  const ids = shown.map(({ conversationId }) => conversationId);
  const roving = useRoving(ids);
  const list = useRef<HTMLDivElement>(null);
  useFocusKept(list);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (query === '') closeList();
    else useConversationsView.setState({ query: '' });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field and the rows inside
    <div ref={list} className="chat-list" tabIndex={-1} data-escape onKeyDown={onKeyDown}>
      <div className="chat-search">
        <TextField
          label={t('assistant:list.search')}
          hideLabel
          type="search"
          icon={Search}
          placeholder={t('assistant:list.search')}
          autoFocus={renaming === null}
          value={query}
          longest={longestQuery}
          onChange={(words) => useConversationsView.setState({ query: words })}
        />
      </div>
      {shown.length === 0 ? (
        <p className="chat-none" role="status">
          {t('assistant:list.none', { query })}
        </p>
      ) : (
        <ul aria-label={t('assistant:list.label')} {...roving.listProps}>
          {shown.map((conversation, index) => (
            <Row
              key={conversation.conversationId}
              conversation={conversation}
              rowProps={roving.rowProps(conversation.conversationId, index === 0)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
