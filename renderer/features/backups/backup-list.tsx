import { useWords } from '#renderer/i18n/index.ts';
import { Loaded } from '#renderer/ui/index.ts';
import type { BookBackup } from '#shared/domain/backup.ts';
import { BackupRow } from './backup-row.tsx';

type Props = {
  projectId: string;
  /** The folder of the book; null where it is gone. */
  folder: string | null;
  /** Null until read. */
  items: readonly BookBackup[] | null;
  failure: unknown;
  onRetry: () => void;
  onListed: (items: readonly BookBackup[]) => void;
};

/** The backups of a book, the newest first (B8). */
export function BackupList({ projectId, folder, items, failure, onRetry, onListed }: Props) {
  const { t } = useWords();
  return (
    <Loaded value={items} failure={failure} onRetry={onRetry}>
      {(backups) =>
        backups.length === 0 ? (
          <p className="ui-quiet">{t('backups:none')}</p>
        ) : (
          <ul>
            {backups.map((backup) => (
              <BackupRow
                key={backup.backupId}
                projectId={projectId}
                folder={folder}
                backup={backup}
                onListed={onListed}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
