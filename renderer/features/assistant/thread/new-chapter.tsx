import { useState } from 'react';
import type { Candidate } from '#shared/domain/candidate.ts';
import { useSession } from '#renderer/app/session.ts';
import { useNewChapter } from '#renderer/features/candidates/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, FailureBlock } from '#renderer/ui/index.ts';

/** A chapter that is not there yet has no page to be shown in: it is read and decided on here. */
export function NewChapter({ candidate, path }: { candidate: Candidate; path: string }) {
  const { t } = useWords();
  const language = useSession((session) => session.project?.language ?? 'zh-CN');
  const [isOpen, setIsOpen] = useState(false);
  const { busy, failure, accept, refuse } = useNewChapter(candidate);
  const { stale, text } = candidate;
  return (
    <div className="chat-card">
      <p>{t('assistant:change.create', { path })}</p>
      {stale && <p className="chat-error">{t('assistant:change.taken')}</p>}
      {isOpen && (
        <p className="candidate-chapter chat-new-chapter" lang={language}>
          {text}
        </p>
      )}
      {failure !== null && <FailureBlock error={failure} />}
      <div className="chat-permission-actions">
        <Button size="small" isDisabled={busy || stale} onPress={() => accept()}>
          {t('assistant:change.accept')}
        </Button>
        <Button size="small" variant="quiet" onPress={refuse}>
          {t('assistant:change.refuse')}
        </Button>
        <Button size="small" variant="quiet" onPress={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'assistant:change.hide' : 'assistant:change.read')}
        </Button>
      </div>
    </div>
  );
}
