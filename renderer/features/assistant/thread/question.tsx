import type { ConversationMessage } from '#shared/domain/conversation.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { useTitles } from '../mentions.ts';
import { FilesLink } from './files-link.tsx';
import { OriginalLink, useOriginal } from './original.tsx';
import { writersWords } from './spoken.ts';

/** The writer's words, as they were written, with chapters by their titles. */
export function Question({ message }: { message: ConversationMessage }) {
  const { t } = useWords();
  const withTitles = useTitles();
  const source = useOriginal(message.messageId);
  const { offloaded, destroyed, attachments = [] } = message.metadata;
  const isTaken = offloaded === true || destroyed === true;
  const files = attachments.length > 0 ? attachments : message.contextRefs;
  return (
    <div className="chat-question">
      {isTaken && source.original === null ? (
        <p className="ui-quiet">{t('assistant:original.taken')}</p>
      ) : (
        <p>{withTitles(writersWords(source.original ?? message.content))}</p>
      )}
      {(isTaken || files.length > 0) && (
        <div className="chat-remarks">
          {isTaken && message.hasOriginal && <OriginalLink {...source} />}
          <FilesLink ids={files} />
        </div>
      )}
    </div>
  );
}
