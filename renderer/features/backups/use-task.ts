/** One thing at a time that takes a while, may fail, and may be called off. */
import { useState } from 'react';
import { runTask, type TaskState } from '#renderer/app/long-task.ts';

export function useTask() {
  const [state, setState] = useState<TaskState | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const busy = state !== null;
  const run = (work: Parameters<typeof runTask<void>>[0]): void => {
    if (busy) return;
    setFailure(null);
    runTask(work, setState)
      .catch(setFailure)
      .finally(() => setState(null));
  };
  return { busy, state, failure, run };
}
