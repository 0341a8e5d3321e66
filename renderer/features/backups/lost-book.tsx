import { useEffect, useState } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Loaded } from '#renderer/ui/index.ts';
import type { BookBackup } from '#shared/domain/backup.ts';
import { BackupRow } from './backup-row.tsx';
import './backups.css';

/** The backups of a book whose folder is gone: nowhere are they needed more, and there the book cannot be opened (B8). */
export function LostBookBackups({ projectId }: { projectId: string }) {
  const { t } = useWords();
  const [items, setItems] = useState<readonly BookBackup[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempts, setAttempts] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    setFailure(null);
    call('projects:backups:list', { projectId })
      .then((list) => setItems(list.items))
      .catch(setFailure);
  }, [projectId, attempts]);
  return (
    <Loaded value={items} failure={failure} onRetry={() => setAttempts(attempts + 1)}>
      {(backups) =>
        backups.length === 0 ? (
          <p className="ui-quiet">{t('backups:none')}</p>
        ) : (
          <ul>
            {backups.map((backup) => (
              <BackupRow
                key={backup.backupId}
                projectId={projectId}
                folder={null}
                backup={backup}
                onListed={setItems}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
