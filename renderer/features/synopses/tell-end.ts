/** Says how a job over the book ended while its dialog is closed (E3). */
import { useEffect } from 'react';
import { useDialogs } from '#renderer/app/dialogs.ts';
import { notify } from '#renderer/app/notices.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { on } from '#renderer/rpc/index.ts';
import { readSynopses, useSynopses } from './store.ts';

const isShown = (): boolean => useDialogs.getState().open === 'synopses';

/** Mounted once. The dialog reads what there is by itself, and shows the end. */
export function useTellingJobEnd(): void {
  const { t } = useWords();
  const projectId = useSession((session) => session.project?.projectId);
  useEffect(() => {
    const endings = [
      on('synopses:changed', (changed) => {
        if (changed.projectId === projectId && !isShown()) void readSynopses(changed.projectId);
      }),
      useSynopses.subscribe(({ read }, before) => {
        const job = read?.job;
        const was = before.read?.job;
        if (!job || job.state === 'running' || was?.state !== 'running') return;
        if (job.jobId !== was.jobId || isShown()) return;
        const { state, done, chapters } = job;
        const words = t(`synopses:ended.${state}`, { done, total: chapters.length });
        notify({ place: 'binder', text: t('synopses:endedNotice', { words }) });
      }),
    ];
    return () => {
      for (const end of endings) end();
    };
  }, [projectId, t]);
}
