import { useState } from 'react';
import { openProjectId, useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Candidate } from '#shared/domain/candidate.ts';
import { setAside } from './decide.ts';

/** Takes a proposed chapter into the book and opens it, or refuses it. */
export function useNewChapter({ candidateId, documentId }: Candidate) {
  const { t } = useWords();
  const openDocument = useSession((session) => session.openDocument);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  return {
    busy,
    failure,
    /** @param onTaken once it is in the book */
    accept(onTaken?: () => void): void {
      const projectId = openProjectId();
      setBusy(true);
      setFailure(null);
      call('ai:candidates:accept', { candidateId })
        .then(() => {
          if (openProjectId() === projectId) openDocument(documentId);
          onTaken?.();
        })
        .catch(setFailure)
        .finally(() => setBusy(false));
    },
    refuse: (): void => void setAside(t, candidateId),
  };
}
