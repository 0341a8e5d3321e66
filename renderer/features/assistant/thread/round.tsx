import { memo } from 'react';
import type { ConversationMessage } from '#shared/domain/conversation.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Prose } from '../markdown/prose.tsx';
import { spendingOf, spendingWords } from '../spending.ts';
import { useAssistant } from '../store.ts';
import { FilesLink } from './files-link.tsx';
import { lastMessage } from './last-error.ts';
import { Note } from './note.tsx';
import { OriginalLink, useOriginal } from './original.tsx';
import { Place } from './place-button.tsx';
import { Question } from './question.tsx';
import type { Round, RoundItem } from './rounds.ts';
import { answerWords, spokenWords } from './spoken.ts';
import { Step } from './step.tsx';

function Answer({ message }: { message: ConversationMessage }) {
  const { t } = useWords();
  const language = useSession((session) => session.project?.language ?? 'zh-CN');
  const source = useOriginal(message.messageId);
  // The end of the thread tells how the last turn ended.
  const isLast = useAssistant((state) => lastMessage(state) === message);
  const { partial, offloaded, destroyed } = message.metadata;
  const isTaken = offloaded === true || destroyed === true;
  const words = answerWords(message, source.original);
  return (
    <div className="chat-answer">
      {isTaken && source.original === null ? (
        <p className="ui-quiet">{t('assistant:original.taken')}</p>
      ) : (
        <Prose text={words} lang={language} />
      )}
      {isTaken && message.hasOriginal && <OriginalLink {...source} />}
      {partial === true && !isLast && <p className="ui-quiet">{t('assistant:note.partial')}</p>}
      <FilesLink ids={message.contextRefs} />
    </div>
  );
}

function Item({ item, isLive }: { item: RoundItem; isLive: boolean }) {
  const language = useSession((session) => session.project?.language ?? 'zh-CN');
  if (item.kind === 'answer') {
    return (
      <>
        <Answer message={item.message} />
        <Place message={item.message} />
      </>
    );
  }
  if (item.kind === 'note') return <Note message={item.message} />;
  const { thought = '' } = item.message.metadata;
  const said = thought === '' ? spokenWords(item.message.content) : thought;
  if (item.calls.length === 0) return <Prose text={said} lang={language} />;
  return item.calls.map((call, index) => (
    <Step key={call.callId} call={call} thought={index === 0 ? said : ''} isLive={isLive} />
  ));
}

/** What all calls of a round took together; nothing where nobody knows. */
function Account({ round }: { round: Round }) {
  const { t, language } = useWords();
  const spending = spendingOf(round.messages);
  const words = spending === null ? null : spendingWords(t, language, spending);
  if (words === null) return null;
  return <p className="chat-account">{words}</p>;
}

type RoundViewProps = { round: Round; isLive: boolean };

/** A question, what was done for it, and the answer. */
export const RoundView = memo(function RoundView({ round, isLive }: RoundViewProps) {
  return (
    <li className="chat-round">
      {round.question !== null && (
        <>
          <Question message={round.question} />
          <Place message={round.question} />
        </>
      )}
      {round.items.map((item) => (
        <Item key={item.message.messageId} item={item} isLive={isLive} />
      ))}
      {!isLive && <Account round={round} />}
    </li>
  );
});
