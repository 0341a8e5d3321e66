import { reportFailure } from '#renderer/app/report-failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Progress } from '#renderer/ui/index.ts';
import { cancelReplacement } from './carry-out.ts';
import { useReplace } from './store.ts';

/** How far a replacement or its undo is, and the way to end it. */
export function ProgressLine({ projectId }: { projectId: string }) {
  const { t } = useWords();
  const progress = useReplace((state) => state.progress);
  if (progress === null) return null;
  const { step, done, total } = progress;
  return (
    <Progress
      label={t(`replace:progress.${step}`, { done, count: total })}
      value={done}
      total={total}
      cancelLabel={t(`replace:cancel.${step}`)}
      onCancel={() => void cancelReplacement(projectId).catch(reportFailure)}
    />
  );
}
