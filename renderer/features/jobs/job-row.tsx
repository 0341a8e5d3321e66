/** One job: what it is, how far, what can be done. */
import { closeDialog } from '#renderer/app/dialogs.ts';
import { isUnderWay } from '#renderer/app/job-list.ts';
import { cancelJob, dismissJob } from '#renderer/app/jobs.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { undoImport } from '#renderer/features/import/index.ts';
import { failureWords } from '#renderer/i18n/failure.ts';
import { formatMoment } from '#renderer/i18n/format.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { LinkButton, Progress } from '#renderer/ui/index.ts';
import type { Job } from '#shared/domain/job.ts';
import { homes } from './homes.ts';
import { nameOfJob } from './name-of-job.ts';

function Running({ job, name }: { job: Job; name: string }) {
  const { t } = useWords();
  const { jobId, state, done, total, canCancel } = job;
  const cancel = (): void => void cancelJob(jobId).catch(reportFailure);
  const words = state === 'running' && total > 0 ? t('jobs:of', { done, total }) : null;
  return (
    <div className="jobs-running">
      <Progress
        label={words ?? t(`jobs:states.${state}`, { time: '' })}
        value={done}
        total={total}
      />
      {canCancel && (
        <LinkButton aria-label={t('jobs:cancelOne', { name })} onPress={cancel}>
          {t('app:actions.cancel')}
        </LinkButton>
      )}
    </div>
  );
}

/** Why, and what is left of it and to be done. */
const afterwards = (
  t: Translate,
  { kind, state, step, code }: Job,
): { what: string; next: string } => {
  if (state !== 'done' && code !== null) return failureWords(t, { code });
  if (state !== 'interrupted' && state !== 'paused') return { what: '', next: '' };
  return { what: '', next: t(step === 'opening' ? 'jobs:inPlace' : `jobs:next.${kind}`) };
};

const goOn = ({ kind, projectId }: Job): void => {
  if ((kind === 'index' || kind === 'sentenceModel') && projectId !== null) {
    // It has no other place: how far it is stands here.
    call('retrieval:index', { projectId }).catch(reportFailure);
    return;
  }
  closeDialog();
  homes[kind].open?.();
};

function Ended({ job, name }: { job: Job; name: string }) {
  const { t, language } = useWords();
  const openId = useSession((session) => session.project?.projectId);
  const { jobId, kind, projectId, state, endedAt, startedAt } = job;
  const time = formatMoment(endedAt ?? startedAt, Date.now(), language);
  const isHere = job.projectId === null || job.projectId === openId;
  const isUnfinished = state !== 'done' && state !== 'cancelled';
  const mayGoOn = isHere && job.canResume;
  const mayTryAgain = isHere && !mayGoOn && isUnfinished && homes[kind].open !== null;
  const dismiss = (): void => {
    dismissJob(jobId).catch(reportFailure);
  };
  const takeOut = (): void => {
    closeDialog();
    if (projectId !== null) undoImport(t, { projectId }).catch(reportFailure);
  };
  const { what, next } = afterwards(t, job);
  return (
    <>
      <p className="ui-quiet">{t(`jobs:states.${state}`, { time })}</p>
      {what !== '' && <p className="jobs-words jobs-what">{what}</p>}
      {next !== '' && <p className="jobs-words">{next}</p>}
      <div className="jobs-actions">
        {(mayGoOn || mayTryAgain) && (
          <LinkButton
            aria-label={t(mayGoOn ? 'jobs:resumeOne' : 'jobs:againOne', { name })}
            onPress={() => goOn(job)}
          >
            {t(mayGoOn ? 'jobs:resume' : 'jobs:again')}
          </LinkButton>
        )}
        {kind === 'import' && state === 'done' && projectId === openId && projectId !== null && (
          <LinkButton onPress={takeOut}>{t('import:takeOut')}</LinkButton>
        )}
        <LinkButton aria-label={t('jobs:dismissOne', { name })} onPress={dismiss}>
          {t('jobs:dismiss')}
        </LinkButton>
      </div>
    </>
  );
}

export function JobRow({ job }: { job: Job }) {
  const { t } = useWords();
  const name = nameOfJob(t, job);
  return (
    <li className="jobs-row" data-state={job.state}>
      <h3 className="jobs-title">{name}</h3>
      {isUnderWay(job) ? <Running job={job} name={name} /> : <Ended job={job} name={name} />}
    </li>
  );
}
