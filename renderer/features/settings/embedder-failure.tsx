import { useEffect, useState } from 'react';
import { useSession } from '#renderer/app/session.ts';
import { ModelSettingsButton } from '#renderer/features/models/index.ts';
import { failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call, on } from '#renderer/rpc/index.ts';
import type { IndexStatus } from '#shared/domain/retrieval.ts';
import { ErrorCode } from '#shared/errors.ts';

/** Why the chosen embedder does not read this book, with the figures where a cap refused it (N12); nothing where it does. */
export function EmbedderFailure() {
  const { t } = useWords();
  const projectId = useSession(({ project }) => project?.projectId ?? null);
  const [status, setStatus] = useState<IndexStatus | null>(null);
  useEffect(() => {
    if (projectId === null) return;
    const ask = () => {
      // Without a status there is nothing to say: the book may have been closed meanwhile.
      call('retrieval:status', { projectId }).then(setStatus, () => setStatus(null));
    };
    ask();
    return on('retrieval:progress', (progress) => {
      if (progress.projectId === projectId) setStatus(progress.status);
    });
  }, [projectId]);
  const code = ErrorCode.safeParse(status?.failure);
  if (!code.success) return null;
  const { what, next } = failureWords(t, { code: code.data, details: status?.refusal });
  return (
    <p role="status">
      <strong>{what}</strong> {next} <ModelSettingsButton code={code.data} />
    </p>
  );
}
