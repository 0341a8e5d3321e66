/** Says how long work ended whose place is closed by then, or that another window began (W9). */
import { useEffect } from 'react';
import { isUnderWay, useJobs } from '#renderer/app/jobs.ts';
import { notify } from '#renderer/app/notices.ts';
import { failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { homes } from './homes.ts';

/** Mounted once. */
export function useTellingJobEnds(): void {
  const { t } = useWords();
  useEffect(
    () =>
      useJobs.subscribe(({ items }, before) => {
        if (items === before.items) return;
        for (const { jobId, kind, state, code } of items) {
          const was = before.items.find((one) => one.jobId === jobId);
          if (!was || !isUnderWay(was) || state === 'running' || state === 'cancelling') continue;
          // Who called it off knows it.
          if (state === 'cancelled' || homes[kind].isOpen() || before.attended.has(jobId)) continue;
          const words = code === null ? '' : failureWords(t, { code }).what;
          notify({
            place: 'binder',
            text: t(`jobs:ended.${state}`, { kind: t(`jobs:kinds.${kind}`), words }),
          });
        }
      }),
    [t],
  );
}
