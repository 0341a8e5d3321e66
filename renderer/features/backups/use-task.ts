import { useState } from 'react';

/** One thing at a time that takes a while and may fail. */
export function useTask() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run = (work: () => Promise<void>): void => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    work()
      .catch(setFailure)
      .finally(() => setBusy(false));
  };
  return { busy, failure, run };
}
