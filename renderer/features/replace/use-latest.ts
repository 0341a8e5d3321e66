/** The way back from the last replacement of a book, also of another window or of a sitting before this one (W2). */
import { useEffect } from 'react';
import { useConnection } from '#renderer/app/connection.ts';
import { isUnderWay } from '#renderer/app/job-list.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { call, on } from '#renderer/rpc/index.ts';
import { isReplacing, useReplace } from './store.ts';
import { createLastAsked } from '#renderer/app/last-asked.ts';

export function useLatestReplacement(): void {
  const projectId = useSession((session) => session.project?.projectId);
  const returns = useConnection((state) => state.returns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a lost connection events were missed
  useEffect(() => {
    useReplace.setState({ undoId: null });
    if (projectId === undefined) return undefined;
    const begin = createLastAsked();
    const ask = (): void => {
      const isLast = begin();
      call('manuscript:latest', { projectId })
        .then(({ undoId }) => {
          if (isLast()) useReplace.setState({ undoId });
        })
        .catch(reportFailure);
    };
    ask();
    const stopListening = on('jobs:changed', ({ job }) => {
      if (job?.projectId === projectId && isReplacing(job) && !isUnderWay(job)) ask();
    });
    return () => {
      // What is still to come is of a book that is closed.
      begin();
      stopListening();
    };
  }, [projectId, returns]);
}
