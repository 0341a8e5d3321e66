import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Progress } from '#renderer/ui/index.ts';
import { useIndexing } from './indexing.ts';
import { reportFailure } from './report-failure.ts';
import { useSession } from './session.ts';

/** Indexing under way: how far, and a way to stop it. What is indexed already stays. */
export function IndexingStatus() {
  const { t } = useWords();
  const indexing = useIndexing();
  const projectId = useSession((state) => state.project?.projectId);
  if (indexing === null || projectId === undefined) return null;
  return (
    <div className="status-indexing">
      <Progress
        label={t('app:status.indexing', indexing)}
        value={indexing.done}
        total={indexing.total}
        cancelLabel={t('app:actions.cancel')}
        onCancel={() => {
          call('retrieval:cancel', { projectId }).catch(reportFailure);
        }}
      />
    </div>
  );
}
