/** Says how long work ended whose place is closed by then, or that another window began (W9). */
import { useEffect } from 'react';
import { endsToTell, useJobs } from '#renderer/app/job-list.ts';
import { notify } from '#renderer/app/notices.ts';
import { failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { homes } from './homes.ts';

/** Mounted once. */
export function useTellingJobEnds(): void {
  const { t } = useWords();
  useEffect(
    () =>
      useJobs.subscribe((now, before) => {
        for (const { kind, state, code } of endsToTell(now, before, (kind) =>
          homes[kind].isOpen(),
        )) {
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
