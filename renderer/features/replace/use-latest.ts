/** The way back from the last replacement of a book, also of another window or of a sitting before this one (W2). */
import { useEffect } from 'react';
import { isUnderWay } from '#renderer/app/job-list.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { call, on } from '#renderer/rpc/index.ts';
import { useReplace } from './store.ts';

const kinds: ReadonlySet<string> = new Set(['replace', 'undoReplace']);

export function useLatestReplacement(): void {
  const projectId = useSession((session) => session.project?.projectId);
  useEffect(() => {
    useReplace.setState({ undoId: null });
    if (projectId === undefined) return undefined;
    let newest = 0;
    const ask = (): void => {
      newest += 1;
      const asked = newest;
      call('manuscript:latest', { projectId })
        .then(({ undoId }) => {
          if (asked === newest) useReplace.setState({ undoId });
        })
        .catch(reportFailure);
    };
    ask();
    const stopListening = on('jobs:changed', ({ job }) => {
      if (job?.projectId === projectId && kinds.has(job.kind) && !isUnderWay(job)) ask();
    });
    return () => {
      newest += 1;
      stopListening();
    };
  }, [projectId]);
}
