/** A quiet sign of long work, only while it lasts, or where something broke off (W9). */
import { useEffect, useState } from 'react';
import { openDialog } from '#renderer/app/dialogs.ts';
import { isUnderWay, useJobs } from '#renderer/app/job-list.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import type { Job } from '#shared/domain/job.ts';
import './jobs.css';

/** Work shorter than this shows nothing, ms: nothing moves while one types. */
const signAfterMs = 1000;

/** Nobody asked for it: it is in the list for who looks, and says only there how far it is. */
const isUnasked = ({ kind }: Job): boolean => kind === 'autoBackup';

const isBrokenOff = ({ state }: Job): boolean => state === 'interrupted' || state === 'paused';

/** Whether `is` has been so for a while. */
function useLasting(is: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!is) return undefined;
    const timer = setTimeout(() => setLasts(true), signAfterMs);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [is]);
  return is && lasts;
}

/** What the sign says; null for nothing. */
function useSign(): string | null {
  const { t } = useWords();
  const items = useJobs((state) => state.items);
  const attended = useJobs((state) => state.attended);
  const running = items.filter(
    (job) => isUnderWay(job) && !isUnasked(job) && !attended.has(job.jobId),
  );
  const isLong = useLasting(running.length > 0);
  const broken = items.filter(isBrokenOff).length;
  const [only] = running;
  if (isLong && running.length === 1 && only && only.total > 0) {
    const { done, total } = only;
    return t('jobs:one', { kind: t(`jobs:kinds.${only.kind}`), done, total });
  }
  if (isLong) return t('jobs:count', { count: running.length });
  return broken > 0 ? t('jobs:brokenOff', { count: broken }) : null;
}

const open = (): void => openDialog('jobs');

/** In the status bar. */
export function JobsStatus() {
  const words = useSign();
  if (words === null) return null;
  return (
    <button type="button" className="status-ribbon jobs-status" onClick={open}>
      {words}
    </button>
  );
}

/** The same where there is no status bar. */
export function JobsLine() {
  const words = useSign();
  return words === null ? null : <LinkButton onPress={open}>{words}</LinkButton>;
}
