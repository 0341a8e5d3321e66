import { useEffect, useState } from 'react';
import { openDialog } from '#renderer/app/dialogs.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import type { TaskCall } from '#renderer/app/long-task.ts';
import { useHost } from '#renderer/app/host.ts';
import { useTask } from '#renderer/app/use-task.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, FailureBlock, TextField } from '#renderer/ui/index.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { TaskProgress } from './task-progress.tsx';

/** The whole book as one file: where, and how it went. */
export function BundleExport({ project }: { project: ProjectInfo }) {
  const { t, language } = useWords();
  const { projectId } = project;
  const hasPicker = useHost((host) => host.capabilities?.pickFolder ?? false);
  const [path, setPath] = useState('');
  const task = useTask(`bundle ${projectId}`, { projectId, kinds: ['bundleExport'] });
  const { said } = task;
  useEffect(() => {
    call('documents:export:choices:get', { projectId })
      .then(({ folder, fileName }) => {
        const divider = folder.includes('\\') ? '\\' : '/';
        setPath(`${folder}${divider}${fileName}.fabula`);
      })
      .catch(() => setPath(''));
  }, [projectId]);
  const save = async (path: string, replace: boolean, { taskId }: TaskCall) => {
    await flushEdits();
    const input = { projectId, path, replace, taskId };
    const made = await call('projects:bundle:export', input);
    const kilobytes = formatCount(Math.ceil(made.bytes / 1024), language);
    return t('backups:bundle.saved', { path: made.path, kilobytes });
  };
  const choose = () =>
    task.run(async (started) => {
      const title = t('backups:bundle.title');
      const chosen = await call('host:pickSaveFile', { title, suggested: path || 'book.fabula' });
      // The system's dialog has asked already whether a file there may be replaced.
      return chosen.path === null ? null : await save(chosen.path, true, started);
    });
  return (
    <section className="backups-part" aria-label={t('backups:bundle.title')}>
      <h3 className="backups-title">{t('backups:bundle.title')}</h3>
      <p className="ui-quiet">{t('backups:bundle.lead')}</p>
      {hasPicker ? (
        <div>
          <Button isDisabled={task.busy} onPress={choose}>
            {t(task.busy ? 'backups:making' : 'backups:bundle.choose')}
          </Button>
        </div>
      ) : (
        <div className="backups-fields">
          <TextField label={t('backups:bundle.path')} value={path} onChange={setPath} />
          <Button
            isDisabled={task.busy || path.trim() === ''}
            onPress={() => task.run((started) => save(path.trim(), false, started))}
          >
            {t(task.busy ? 'backups:making' : 'backups:bundle.save')}
          </Button>
        </div>
      )}
      <TaskProgress state={task.state} />
      {said !== null && <p role="status">{said}</p>}
      {task.failure !== null && <FailureBlock error={task.failure} />}
    </section>
  );
}

/** The way to a book that came as one file. */
export function BundleImport() {
  const { t } = useWords();
  return (
    <section className="backups-part" aria-label={t('backups:takeIn.title')}>
      <h3 className="backups-title">{t('backups:takeIn.title')}</h3>
      <p className="ui-quiet">{t('backups:takeIn.lead')}</p>
      <div>
        <Button onPress={() => openDialog('bundle')}>{t('backups:takeIn.action')}</Button>
      </div>
    </section>
  );
}
