import { useEffect } from 'react';
import { openSettings } from '#renderer/app/dialogs.ts';
import { loadGit, useGit } from '#renderer/app/git.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';

/** In the status bar: what git is busy with, or that it could not keep a version; nothing otherwise. */
export function GitStatus() {
  const { t } = useWords();
  const projectId = useSession((session) => session.project?.projectId ?? null);
  const state = useGit((view) => view.state);
  useEffect(() => void loadGit(projectId), [projectId]);
  if (state === null || !state.enabled) return null;
  const { working, failure } = state;
  const chat = working === 'commit' ? null : working;
  if (chat === null && failure === null) return null;
  return (
    <button type="button" className="status-ribbon" onClick={() => openSettings('backups')}>
      {t(chat === null ? 'git:failed' : `git:working.${chat}`)}
    </button>
  );
}
