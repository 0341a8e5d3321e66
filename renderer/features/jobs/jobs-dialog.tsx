/** All long work of this program: how far it is, and what became of the last (W9). */
import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { isUnderWay, useJobs } from '#renderer/app/job-list.ts';
import { dismissJob } from '#renderer/app/jobs.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, Dialog, EmptyState } from '#renderer/ui/index.ts';
import { JobRow } from './job-row.tsx';
import './jobs.css';

function JobList() {
  const { t } = useWords();
  const items = useJobs((state) => state.items);
  if (items.length === 0) {
    return <EmptyState title={t('jobs:empty.title')} text={t('jobs:empty.text')} />;
  }
  const ended = items.filter((job) => !isUnderWay(job));
  const dismissAll = (): void => {
    Promise.all(ended.map(({ jobId }) => dismissJob(jobId))).catch(reportFailure);
  };
  return (
    <>
      <p className="ui-lead">{t('jobs:lead')}</p>
      <ul className="jobs-list" aria-label={t('jobs:title')}>
        {items.map((job) => (
          <JobRow key={job.jobId} job={job} />
        ))}
      </ul>
      {ended.length > 1 && <Button onPress={dismissAll}>{t('jobs:dismissAll')}</Button>}
    </>
  );
}

export function JobsDialog() {
  const { t } = useWords();
  const open = useDialogs((dialogs) => dialogs.open === 'jobs');
  return (
    <Dialog
      title={t('jobs:title')}
      closeLabel={t('app:actions.close')}
      isOpen={open}
      onClose={closeDialog}
    >
      {open && <JobList />}
    </Dialog>
  );
}
