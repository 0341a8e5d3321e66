import { useEffect } from 'react';
import { lastVerified, loadBackups, useBackups } from '#renderer/app/backups.ts';
import { openSettings } from '#renderer/app/dialogs.ts';
import { useSession } from '#renderer/app/session.ts';
import { formatMoment } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';

/** When the book was last backed up, or that it could not be; nothing before there is anything to say. */
export function BackupStatus() {
  const { t, language } = useWords();
  const projectId = useSession((session) => session.project?.projectId ?? null);
  const items = useBackups((state) => state.items);
  const failedAt = useBackups((state) => state.failedAt);
  useEffect(() => void loadBackups(projectId), [projectId]);
  const last = lastVerified(items);
  if (failedAt === null && last === null) return null;
  const words =
    failedAt === null && last !== null
      ? t('backups:status.last', { time: formatMoment(last.createdAt, Date.now(), language) })
      : t('backups:status.failed');
  return (
    <button
      type="button"
      className="status-ribbon"
      title={last?.path}
      onClick={() => openSettings('backups')}
    >
      {words}
    </button>
  );
}
