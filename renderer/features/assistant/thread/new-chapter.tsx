import { useState } from 'react';
import type { Candidate } from '#shared/domain/candidate.ts';
import { useSession } from '#renderer/app/session.ts';
import { setAside } from '#renderer/features/candidates/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, FailureBlock } from '#renderer/ui/index.ts';

/** A chapter that is not there yet has no page to be shown in: it is read and decided on here. */
export function NewChapter({ candidate, path }: { candidate: Candidate; path: string }) {
  const { t } = useWords();
  const language = useSession((session) => session.project?.language ?? 'zh-CN');
  const openDocument = useSession((session) => session.openDocument);
  const [isOpen, setIsOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { candidateId, documentId, stale, text } = candidate;
  const accept = () => {
    setBusy(true);
    setFailure(null);
    call('ai:candidates:accept', { candidateId })
      .then(() => openDocument(documentId))
      .catch(setFailure)
      .finally(() => setBusy(false));
  };
  return (
    <div className="chat-card">
      <p>{t('assistant:change.create', { path })}</p>
      {stale && <p className="chat-error">{t('assistant:change.taken')}</p>}
      {isOpen && (
        <p className="chat-new-chapter" lang={language}>
          {text}
        </p>
      )}
      {failure !== null && <FailureBlock error={failure} />}
      <div className="chat-permission-actions">
        <Button size="small" isDisabled={busy || stale} onPress={accept}>
          {t('assistant:change.accept')}
        </Button>
        <Button size="small" variant="quiet" onPress={() => setAside(t, candidateId)}>
          {t('assistant:change.refuse')}
        </Button>
        <Button size="small" variant="quiet" onPress={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'assistant:change.hide' : 'assistant:change.read')}
        </Button>
      </div>
    </div>
  );
}
