import { useState } from 'react';
import { closeDialog } from '#renderer/app/dialogs.ts';
import { attendEnd } from '#renderer/app/job-list.ts';
import { notify } from '#renderer/app/notices.ts';
import { changeProject } from '#renderer/app/open-project.ts';
import { useIsShown } from '#renderer/app/use-is-shown.ts';
import { isTaskKept, useTask } from '#renderer/app/use-task.ts';
import { formatCount, formatMoment } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, FailureBlock, LinkButton, TextField } from '#renderer/ui/index.ts';
import type { BookBackup } from '#shared/domain/backup.ts';
import { TaskProgress } from './task-progress.tsx';

type RowProps = {
  projectId: string;
  /** The folder of the book; null where it is gone. */
  folder: string | null;
  backup: BookBackup;
  onListed: (items: readonly BookBackup[]) => void;
};

/** Where a restored copy goes unless the writer says otherwise: beside the book, never over it. */
const placeBeside = (path: string, backup: BookBackup): string =>
  `${path}-${new Date(backup.createdAt).toISOString().slice(0, 10)}`;

type RestoreProps = Omit<RowProps, 'onListed'> & { task: ReturnType<typeof useTask> };

/** Where the book's folder is gone it goes among the writer's documents. */
function Restore({ projectId, folder, backup, task }: RestoreProps) {
  const { t } = useWords();
  const [into, setInto] = useState(folder === null ? null : placeBeside(folder, backup));
  const isShown = useIsShown();
  const restore = () =>
    task.run(async ({ taskId }) => {
      const input = { projectId, backupId: backup.backupId, taskId };
      const place = into === null ? {} : { into };
      const restored = await call('projects:backups:restore', { ...input, ...place });
      if (!isShown()) {
        // Who went elsewhere meanwhile is left there, and told.
        if (into === null) return null;
        attendEnd(taskId);
        notify({ place: 'binder', text: t('import:bundle.done', { path: into }) });
        return null;
      }
      closeDialog();
      await changeProject(restored.projectId);
      return null;
    });
  return (
    <div className="backups-restore">
      {into === null ? (
        <p className="ui-quiet">{t('backups:intoDocuments')}</p>
      ) : (
        <TextField label={t('backups:into')} value={into} onChange={setInto} />
      )}
      <Button isDisabled={task.busy || into?.trim() === ''} onPress={restore}>
        {t('backups:restore')}
      </Button>
      <TaskProgress state={task.state} />
      {task.failure !== null && <FailureBlock error={task.failure} />}
    </div>
  );
}

/** One backup: when, how large, whether it is whole; to be checked again, or restored as a book of its own. */
export function BackupRow({ projectId, folder, backup, onListed }: RowProps) {
  const { t, language } = useWords();
  const { backupId, verified } = backup;
  const task = useTask(`verify ${projectId} ${backupId}`);
  const restorePlace = `restore ${projectId} ${backupId}`;
  const restoring = useTask(restorePlace);
  // What went on while the page was closed is seen again.
  const [open, setOpen] = useState(isTaskKept(restorePlace));
  const checked = task.said !== null;
  const verify = () =>
    task.run(async ({ taskId, options }) => {
      const input = { projectId, backupId, taskId };
      const { items } = await call('projects:backups:verify', input, options);
      onListed(items);
      return t('backups:state.whole');
    });
  const state = verified ? (checked ? 'whole' : 'verified') : 'damaged';
  return (
    <li className="backups-row">
      <span>{formatMoment(backup.createdAt, Date.now(), language)}</span>
      <span className="ui-quiet">
        {t('backups:size', { kilobytes: formatCount(Math.ceil(backup.bytes / 1024), language) })}
      </span>
      <span role="status" data-state={state} className="backups-state">
        {t(`backups:state.${state}`)}
      </span>
      <LinkButton isDisabled={task.busy} onPress={verify}>
        {t(task.busy ? 'backups:verifying' : 'backups:verify')}
      </LinkButton>
      {verified && (
        <LinkButton onPress={() => setOpen(!open)}>
          {t(folder === null ? 'backups:restoreLost' : 'backups:restoreHere')}
        </LinkButton>
      )}
      <code className="backups-path">{backup.path}</code>
      <TaskProgress state={task.state} />
      {task.failure !== null && <FailureBlock error={task.failure} />}
      {(open || restoring.busy) && (
        <Restore projectId={projectId} folder={folder} backup={backup} task={restoring} />
      )}
    </li>
  );
}
