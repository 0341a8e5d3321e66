import { useEffect } from 'react';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call, on, onAnswered } from '#renderer/rpc/index.ts';
import { useConnection, watchConnection } from './connection.ts';
import { loadBackups, useBackups } from './backups.ts';
import { loadGit } from './git.ts';
import { receiveNotice, settleNotices } from './host-notices.ts';
import { leaveOffers } from './notices.ts';
import { changeProject, reopenProject } from './open-project.ts';
import { receiveJob } from './job-list.ts';
import { usePageTakeover } from './page-takeover.ts';
import { readJobs } from './jobs.ts';
import { receiveSettings } from './preferences.ts';
import { reportFailure, settleAnswered, settleGone, settleReconnected } from './report-failure.ts';
import { createSavedChapters } from './saved-chapters.ts';
import { isOpenProject, openDocumentInfo, openProjectId, useSession } from './session.ts';
import { useUnsaved } from './unsaved.ts';

const isOfClosed = (error: unknown): boolean => failureOf(error).code === 'PROJECT_CLOSED';

/** The chapters and what is in them, as saves tell them. */
function followChapters(): () => void {
  const { setDocuments, setCounts } = useSession.getState();
  const saved = createSavedChapters({
    list: (documents) => {
      const projectId = openProjectId();
      if (projectId !== undefined) setDocuments(projectId, documents);
    },
    count: setCounts,
  });
  const endings = [
    on('project:changed', ({ projectId, documents }) => {
      if (isOpenProject(projectId)) saved.listed(documents);
    }),
    on('document:changed', ({ projectId, documentId, counts }) => {
      if (counts !== undefined && isOpenProject(projectId)) saved.counted(documentId, counts);
    }),
    useSession.subscribe((now, before) => {
      if (now.project?.projectId !== before.project?.projectId) saved.drop();
      else if (now.documentId !== before.documentId) saved.release();
      else if (now.cursor !== before.cursor) saved.typed();
    }),
    saved.drop,
  ];
  return () => {
    for (const end of endings) end();
  };
}

/** Name, language, point of view and style, which another machine may have settled. */
async function readSettled(projectId: string): Promise<void> {
  const project = await call('projects:get', { projectId });
  useSession.getState().setSettled(project);
}

function subscribe(): () => void {
  const endings = [
    watchConnection(),
    on('settings:changed', ({ settings }) => receiveSettings(settings)),
    followChapters(),
    on('project:settled', ({ projectId }) => {
      if (isOpenProject(projectId)) readSettled(projectId).catch(reportFailure);
    }),
    on('project:closed', ({ projectId }) => void reopenProject(projectId).catch(reportFailure)),
    // The word of it may have come before this page listened.
    useUnsaved.subscribe(({ failures }) => {
      const { project } = useSession.getState();
      if (project === null || ![...failures.values()].some(isOfClosed)) return;
      reopenProject(project.projectId).catch(reportFailure);
    }),
    on('jobs:changed', ({ jobId, job }) => receiveJob(jobId, job)),
    on('backups:changed', ({ projectId, isCurrent }) => {
      if (!isOpenProject(projectId)) return;
      if (isCurrent) useBackups.setState({ failedAt: null });
      void loadBackups(projectId);
    }),
    on('backups:failed', ({ projectId }) => {
      if (isOpenProject(projectId)) useBackups.setState({ failedAt: Date.now() });
    }),
    on('git:changed', ({ projectId }) => {
      if (isOpenProject(projectId)) void loadGit(projectId);
    }),
    on('host:notice', receiveNotice),
    useSession.subscribe(({ project }, before) => {
      if (project === before.project) return;
      settleNotices(project);
      leaveOffers(project?.projectId);
      settleGone(project, before.project);
    }),
    onAnswered(settleAnswered),
    useConnection.subscribe(({ returns }, before) => {
      if (returns !== before.returns) settleReconnected();
    }),
    on('host:projectOpened', ({ projectId }) => void changeProject(projectId).catch(reportFailure)),
  ];
  return () => {
    for (const end of endings) end();
  };
}

/** What may have changed while nobody listened. */
async function askAnew(): Promise<void> {
  receiveSettings(await call('settings:get', {}));
  await readJobs();
  const { project, setDocuments } = useSession.getState();
  if (project === null) return;
  const { projectId } = project;
  try {
    setDocuments(projectId, (await call('documents:list', { projectId })).documents);
  } catch (error) {
    if (!isOfClosed(error)) throw error;
    await reopenProject(projectId);
  }
  const { documentId } = openDocumentInfo(useSession.getState()) ?? {};
  if (documentId !== undefined) usePageTakeover.getState().hear(documentId);
  await Promise.all([loadBackups(projectId), loadGit(projectId)]);
}

/** Keeps settings, binder and index state up to date from events; asks once from here on, and after a lost connection. */
export function useLiveState(): void {
  useEffect(subscribe, []);
  const returns = useConnection((state) => state.returns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a lost connection events were missed
  useEffect(() => {
    askAnew().catch(reportFailure);
  }, [returns]);
}
