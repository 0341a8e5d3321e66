/** Exports the book as the dialog has it: to a chosen place in the window, as a download or a print in a browser. */
import { attendEnd } from '#renderer/app/job-list.ts';
import { cancelJob } from '#renderer/app/jobs.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { useHost } from '#renderer/app/host.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call, on } from '#renderer/rpc/index.ts';
import { saveFile } from '#renderer/ui/save-file.ts';
import { exportExtension, type ExportFormat } from '#shared/domain/export.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { printPages } from './print-pages.ts';
import {
  chosenChapters,
  type Draft,
  type EndedExport,
  layoutFor,
  rememberChoices,
  useExport,
} from './store.ts';

type Request = {
  projectId: string;
  exportId: string;
  documentIds: string[];
  format: ExportFormat;
};

/** Null when the writer did not say where. */
async function choosePath(
  { choices, folder, fileName }: Draft,
  project: ProjectInfo,
  title: string,
): Promise<string | null> {
  const divider = folder.includes('\\') ? '\\' : '/';
  const extension = exportExtension(choices.format, layoutFor(choices, project.language));
  const suggested = `${folder}${divider}${fileName}.${extension}`;
  return (await call('host:pickSaveFile', { title, suggested })).path;
}

async function makeHere(
  { format, ...request }: Request,
  project: ProjectInfo,
  signal: AbortSignal,
): Promise<EndedExport> {
  if (format === 'pdf') {
    const pages = await call('documents:export:print', request, { signal });
    printPages(project.name, pages);
    return { state: 'printed' };
  }
  const file = await call('documents:export:download', { ...request, format }, { signal });
  const bytes = Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
  saveFile(file.fileName, new Blob([bytes], { type: file.mediaType }));
  return { state: 'downloaded' };
}

/** Waits for the answer also of one that is called off: where that came too late the file is there, and is told of. */
async function makeAt(path: string, request: Request): Promise<EndedExport> {
  // The system's dialog has asked already whether a file there may be replaced.
  const wanted = { ...request, path, replace: true };
  const made = await call('documents:export', wanted);
  return { state: 'saved', path: made.path, projectId: request.projectId };
}

/**
 * Resolves when the export has begun, or the writer has not said where; how it ends is told in the store.
 * @param title what the system's dialog is headed
 */
export async function startExport(project: ProjectInfo, title: string): Promise<boolean> {
  // The dialog may be open again for another book or format before the answers.
  const { draft } = useExport.getState();
  if (draft === null) return false;
  await flushEdits();
  await rememberChoices(draft);
  const isNative = useHost.getState().capabilities?.printPdf ?? false;
  const path = isNative ? await choosePath(draft, project, title) : null;
  if (isNative && path === null) return false;
  const leaving = new AbortController();
  const exportId = crypto.randomUUID();
  const documentIds = chosenChapters(project, draft.choices);
  const { format } = draft.choices;
  const request = { projectId: project.projectId, exportId, documentIds, format };
  const running = { exportId, done: 0, total: documentIds.length + 1 };
  const cancel = (): void => {
    useExport.setState({ running: { ...running, cancel: null } });
    cancelJob(exportId).catch(reportFailure);
    leaving.abort();
  };
  attendEnd(exportId);
  useExport.setState({ ended: null, running: { ...running, cancel } });
  const stopListening = on('jobs:changed', ({ jobId, job }) => {
    useExport.setState(({ running: now }) =>
      now?.exportId === jobId && job ? { running: { ...now, done: job.done } } : {},
    );
  });
  const work = path === null ? makeHere(request, project, leaving.signal) : makeAt(path, request);
  void work
    .catch((error: unknown): EndedExport | null =>
      failureOf(error).code === 'CANCELLED' ? null : { state: 'failed', error },
    )
    .then((ended) => {
      stopListening();
      useExport.setState({ running: null, ended });
    });
  return true;
}
