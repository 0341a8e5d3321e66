import { useEffect, useState } from 'react';
import { call } from '#renderer/rpc/index.ts';
import type { BookBackup } from '#shared/domain/backup.ts';
import { BackupList } from './backup-list.tsx';
import './backups.css';

/** The backups of a book whose folder is gone: nowhere are they needed more, and there the book cannot be opened (B8). */
export function LostBookBackups({ projectId }: { projectId: string }) {
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
    <BackupList
      projectId={projectId}
      folder={null}
      items={items}
      failure={failure}
      onRetry={() => setAttempts(attempts + 1)}
      onListed={setItems}
    />
  );
}
