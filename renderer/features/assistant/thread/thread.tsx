import { type UIEvent, useMemo, useState } from 'react';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { FailureBlock, LinkButton } from '#renderer/ui/index.ts';
import { askForComposer, useComposer } from '../composer/store.ts';
import { isAnswering, useAssistant } from '../store.ts';
import { useFollowingEnd } from '#renderer/app/following-end.ts';
import { RoundView } from './round.tsx';
import { threadOf } from './rounds.ts';
import { SummaryCard } from './summary-card.tsx';
import { useTargetPlace } from './target-place.ts';
import { TurnState } from './turn-state.tsx';

/** Three things one can ask about a novel, in the novel's language. */
function Examples() {
  const { t, i18n } = useWordsOfBook();
  const examples = ['one', 'two', 'three'] as const;
  return (
    <div className="chat-empty">
      <p className="ui-lead">{i18n('assistant:empty.lead')}</p>
      <ul>
        {examples.map((name) => {
          const words = t(`assistant:empty.${name}`);
          return (
            <li key={name}>
              <button
                type="button"
                className="chat-example"
                onClick={() => {
                  useComposer.getState().setText(words);
                  askForComposer();
                }}
              >
                {words}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function useWordsOfBook() {
  const { t: i18n } = useWords();
  const language = useSession((session) => session.project?.language ?? 'zh-CN');
  const t = (key: `assistant:empty.${'one' | 'two' | 'three'}`) => i18n(key, { lng: language });
  return { t, i18n };
}

/** Rounds that are drawn at first, and how many more each time the reader comes near the first of them. */
const portion = 30;
/** How near, px. */
const endDistance = 600;

/** The latest entries; earlier ones come as the reader scrolls up. */
function useLatest<T>(entries: readonly T[]) {
  const [shown, setShown] = useState(portion);
  const hidden = Math.max(0, entries.length - shown);
  return {
    latest: hidden === 0 ? entries : entries.slice(hidden),
    hidden,
    showMore: () => setShown(shown + portion),
    showAtLeast: (count: number) => setShown(Math.max(shown, count)),
  };
}

/** The conversation, its end in sight while it grows. Mount it anew for another conversation. */
export function Thread() {
  const { t } = useWords();
  const conversationId = useAssistant((state) => state.conversationId);
  const messages = useAssistant((state) => state.messages);
  const rounds = useAssistant((state) => state.rounds);
  const failure = useAssistant((state) => state.failure);
  const isRead = useAssistant((state) => state.conversations !== null);
  const entries = useMemo(() => threadOf(messages, rounds), [messages, rounds]);
  const last = rounds.at(-1);
  const answering = useAssistant(isAnswering);
  const { scroller, content, onScroll, keepPlace, leaveEnd } = useFollowingEnd(
    `${conversationId} ${last?.key}`,
  );
  const { latest, hidden, showMore, showAtLeast } = useLatest(entries);
  useTargetPlace({ conversationId, entries, content, showAtLeast, leaveEnd });
  const showEarlier = () => {
    keepPlace();
    showMore();
  };
  const onMove = (event: UIEvent<HTMLDivElement>) => {
    onScroll();
    if (hidden > 0 && event.currentTarget.scrollTop < endDistance) showEarlier();
  };
  const reload = () => {
    const { load, projectId } = useAssistant.getState();
    if (projectId !== null) void load(projectId);
  };
  return (
    <div className="chat-scroller" ref={scroller} onScroll={onMove}>
      <div className="chat-content" ref={content}>
        {entries.length === 0 && !answering && isRead && failure === null && <Examples />}
        {hidden > 0 && (
          <p className="chat-earlier">
            <LinkButton onPress={showEarlier}>
              {t('assistant:earlier', { count: hidden })}
            </LinkButton>
          </p>
        )}
        <ol className="chat-thread" aria-label={t('assistant:thread')}>
          {latest.map((entry) =>
            entry.kind === 'summary' ? (
              <SummaryCard key={entry.key} entry={entry} />
            ) : (
              <RoundView
                key={entry.key}
                round={entry.round}
                isLive={entry.round === last && answering}
              />
            ),
          )}
        </ol>
        <div className="chat-end">
          {failure !== null && <FailureBlock error={failure} onRetry={reload} />}
          <TurnState />
        </div>
      </div>
    </div>
  );
}
