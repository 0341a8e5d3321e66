import { loadBackups, showBackups, useBackups } from '#renderer/app/backups.ts';
import { isOpenProject, useSession } from '#renderer/app/session.ts';
import { useTask } from '#renderer/app/use-task.ts';
import { GitPart } from '#renderer/features/git/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, FailureBlock } from '#renderer/ui/index.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { BackupList } from './backup-list.tsx';
import { BundleExport, BundleImport } from './bundle.tsx';
import { TaskProgress } from './task-progress.tsx';
import './backups.css';

function BookBackups({ project }: { project: ProjectInfo }) {
  const { t } = useWords();
  const { projectId } = project;
  const items = useBackups((state) => state.items);
  const failure = useBackups((state) => state.failure);
  const failedAt = useBackups((state) => state.failedAt);
  const task = useTask(`backup ${projectId}`, { projectId, kinds: ['backup'] });
  const { said } = task;
  const backUp = () =>
    task.run(async ({ taskId }) => {
      const { made } = await call('projects:backups:create', { projectId, taskId });
      if (isOpenProject(projectId)) await loadBackups(projectId);
      return t(made ? 'backups:made' : 'backups:unchanged');
    });
  return (
    <section className="backups-part" aria-label={t('backups:title')}>
      <div className="backups-head">
        <Button isDisabled={task.busy || project.readOnly} onPress={backUp}>
          {t(task.busy ? 'backups:making' : 'backups:create')}
        </Button>
        {said !== null && (
          <span role="status" className="ui-quiet">
            {said}
          </span>
        )}
      </div>
      <TaskProgress state={task.state} />
      {failedAt !== null && <p className="backups-failed">{t('backups:status.failed')}</p>}
      {task.failure !== null && <FailureBlock error={task.failure} />}
      <BackupList
        projectId={projectId}
        folder={project.path}
        items={items}
        failure={failure}
        onRetry={() => void loadBackups(projectId)}
        onListed={(listed) => showBackups(projectId, listed)}
      />
    </section>
  );
}

/** The book's backups, and the book as one file to take along. */
export function BackupsPage() {
  const { t } = useWords();
  const project = useSession((session) => session.project);
  return (
    <div className="settings-section">
      <p className="ui-lead">{t('backups:lead')}</p>
      {project === null ? (
        <p className="ui-quiet">{t('backups:noProject')}</p>
      ) : (
        <>
          <BookBackups key={project.projectId} project={project} />
          <GitPart key={`git-${project.projectId}`} project={project} />
          <BundleExport key={`bundle-${project.projectId}`} project={project} />
        </>
      )}
      <BundleImport />
    </div>
  );
}
