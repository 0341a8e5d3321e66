import type { ConversationMessage } from '#shared/domain/conversation.ts';
import { failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { useAssistant } from '../store.ts';
import { lastMessage } from './last-error.ts';

/** What Fabula itself had to say: to the writer an ended turn, to the model a call it could not read. */
export function Note({ message }: { message: ConversationMessage }) {
  const { t } = useWords();
  const isLast = useAssistant((state) => lastMessage(state) === message);
  const { error } = message.metadata;
  if (error === undefined) {
    return (
      <details className="chat-note">
        <summary>{t('assistant:note.reminded')}</summary>
        <pre className="chat-data">{message.content}</pre>
      </details>
    );
  }
  // The end of the thread tells it, and offers to go on.
  if (isLast) return null;
  if (error.code === 'CANCELLED') return <p className="ui-quiet">{t('assistant:note.stopped')}</p>;
  const { what } = failureWords(t, { ...error, details: {} });
  return <p className="ui-quiet">{what}</p>;
}
