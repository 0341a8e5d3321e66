import { useEffect } from 'react';
import { loadGit, useGit } from '#renderer/app/git.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useTask } from '#renderer/app/use-task.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, Loaded, Switch } from '#renderer/ui/index.ts';
import type { GitState } from '#shared/domain/git.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { commitNow, exchangeNow } from './exchange.ts';
import { GitLock } from './git-lock.tsx';
import { GitFailure } from './git-failure.tsx';
import { GitRemote } from './git-remote.tsx';
import { GitVersions } from './git-versions.tsx';
import './git.css';

type Change = { enabled?: boolean; adopt?: boolean; remote?: string | null; pushFenced?: boolean };

/** Unless another book is shown by now. */
const showState = (projectId: string, state: GitState): void =>
  useGit.setState((now) => (now.projectId === projectId ? { state } : now));

const exchangeKinds = ['gitPull', 'gitPush'] as const;

function useGitTask(projectId: string) {
  const { t } = useWords();
  const { busy, state, failure, said, run, dismiss } = useTask(`git ${projectId}`, {
    projectId,
    kinds: exchangeKinds,
  });
  return {
    ...{ busy, failure, said, dismiss },
    change: (change: Change) =>
      run(async () => {
        showState(projectId, await call('git:update', { projectId, ...change }));
        return null;
      }),
    commit: (message: string, onCommitted: () => void) =>
      run(() => commitNow(t, projectId, { message, onCommitted })),
    unlock: () =>
      run(async () => {
        const { state } = await call('git:unlock', { projectId });
        showState(projectId, state);
        return t('git:lock.removed');
      }),
    exchange: () => run(({ options }) => exchangeNow(t, projectId, options)),
    cancel: () => {
      state?.cancel?.();
      call('git:cancel', { projectId }).catch(reportFailure);
    },
  };
}

/** Before a repository of the writer's is used: where it stands and what it runs. */
function Adoption(props: { error: unknown; onAdopt: () => void; onCancel: () => void }) {
  const { t } = useWords();
  const { branch, programs } = failureOf(props.error).details;
  const names = Array.isArray(programs) ? programs.map(String) : [];
  return (
    <section className="git-adopt" aria-label={t('git:adopt.title')}>
      <p>{t('git:adopt.lead', { branch: typeof branch === 'string' ? branch : '—' })}</p>
      {names.length > 0 && (
        <>
          <p>{t('git:adopt.programs')}</p>
          <pre className="git-words">{names.join('\n')}</pre>
        </>
      )}
      <div className="backups-head">
        <Button onPress={props.onAdopt}>{t('git:adopt.use')}</Button>
        <Button onPress={props.onCancel}>{t('app:actions.cancel')}</Button>
      </div>
    </section>
  );
}

function GitOfBook({ project, state }: { project: ProjectInfo; state: GitState }) {
  const { t } = useWords();
  const task = useGitTask(project.projectId);
  const isTaken = task.failure !== null && failureOf(task.failure).code === 'GIT_REPOSITORY_THERE';
  const isDisabled = task.busy || project.readOnly;
  const isLocked =
    task.failure === null
      ? state.failure === 'GIT_LOCKED'
      : failureOf(task.failure).code === 'GIT_LOCKED';
  return (
    <>
      {state.enabled && state.program === null && (
        <p className="backups-failed">{t('errors:GIT_MISSING.next')}</p>
      )}
      <Switch
        isSelected={state.enabled}
        isDisabled={isDisabled}
        onChange={(enabled) => task.change({ enabled })}
      >
        {t('git:switch')}
      </Switch>
      {isTaken ? (
        <Adoption
          error={task.failure}
          onAdopt={() => task.change({ enabled: true, adopt: true })}
          onCancel={task.dismiss}
        />
      ) : (
        task.failure !== null && !isLocked && <GitFailure error={task.failure} />
      )}
      {state.failure !== null && task.failure === null && !isLocked && (
        <p className="backups-failed">
          {t('git:failed')} {t(`errors:${state.failure}.next`)}
        </p>
      )}
      {isLocked && (
        <GitLock projectId={project.projectId} isDisabled={isDisabled} onUnlock={task.unlock} />
      )}
      {task.said !== null && <p role="status">{task.said}</p>}
      {state.enabled && state.program !== null && (
        <>
          <GitRemote
            key={state.remote}
            state={state}
            isDisabled={isDisabled}
            onChange={task.change}
          />
          <GitVersions
            state={state}
            busy={task.busy}
            isDisabled={project.readOnly}
            onCommit={task.commit}
            onExchange={task.exchange}
            onCancel={task.cancel}
          />
        </>
      )}
    </>
  );
}

/** Versions with git: off until the writer switches it on. */
export function GitPart({ project }: { project: ProjectInfo }) {
  const { t } = useWords();
  const { projectId } = project;
  const state = useGit((view) => view.state);
  const failure = useGit((view) => view.failure);
  useEffect(() => void loadGit(projectId), [projectId]);
  return (
    <section className="backups-part" aria-label={t('git:title')}>
      <h3 className="backups-title">{t('git:title')}</h3>
      <p className="ui-quiet">{t('git:lead')}</p>
      <Loaded value={state} failure={failure} onRetry={() => void loadGit(projectId)}>
        {(shown) => <GitOfBook project={project} state={shown} />}
      </Loaded>
    </section>
  );
}
