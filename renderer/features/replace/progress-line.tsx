import { useRunningJob } from '#renderer/app/job-list.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Progress } from '#renderer/ui/index.ts';
import { cancelReplacement } from './carry-out.ts';
import { replaceKinds, useReplace } from './store.ts';
import { progressWords } from './what-words.ts';

/** How far a replacement or its undo is, whoever asked for it, and the way to end it. */
export function ProgressLine({ projectId }: { projectId: string }) {
  const { t } = useWords();
  const own = useReplace((state) => state.progress);
  const running = useRunningJob({ projectId, kinds: replaceKinds });
  const progress = own ?? running;
  if (progress === undefined) return null;
  const { done, total } = progress;
  const step = own?.step ?? (running?.kind === 'undoReplace' ? 'takingBack' : 'replacing');
  return (
    <Progress
      label={progressWords(t, step, { done, total })}
      value={done}
      total={total}
      cancelLabel={t(`replace:cancel.${step}`)}
      onCancel={() => void cancelReplacement(projectId).catch(reportFailure)}
    />
  );
}
