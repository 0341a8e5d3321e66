import { attendEnd, isUnderWay, noteAsked } from '#renderer/app/job-list.ts';
import { openDialog } from '#renderer/app/dialogs.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { notify } from '#renderer/app/notices.ts';
import { isOpenProject, openProjectId } from '#renderer/app/session.ts';
import { offerUndo } from '#renderer/app/steps.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call, on } from '#renderer/rpc/index.ts';
import type { Selection } from './places.ts';
import { isReplacing, useReplace } from './store.ts';
import { whatWords } from './what-words.ts';

/**
 * Shows how far `work` is for as long as it takes. Its end is told here, with the way back, and not once more as that of
 * long work somewhere else; where its book is closed by then, it is told as that.
 */
const withProgress = async <T>(projectId: string, work: () => Promise<T>): Promise<T> => {
  const begun = new Set<string>();
  const stopListening = on('jobs:changed', ({ jobId, job }) => {
    if (job?.projectId !== projectId || !isReplacing(job) || !isUnderWay(job)) return;
    // Also one that ends before it has come to its first step.
    begun.add(jobId);
    noteAsked(jobId);
    const { step, done, total } = job;
    if (step !== 'replacing' && step !== 'takingBack') return;
    useReplace.setState({ progress: { step, done, total } });
  });
  try {
    return await work();
  } finally {
    stopListening();
    if (isOpenProject(projectId)) for (const jobId of begun) attendEnd(jobId);
    useReplace.setState({ progress: null });
  }
};

/** A replacement under way is taken back; an undo stays where it is and can be asked for again. */
export const cancelReplacement = (projectId: string): Promise<unknown> =>
  call('manuscript:cancel', { projectId });

/** Takes the last replacement back, and shows what could not be: each with the way there. */
export const undoLast = async (t: Translate): Promise<void> => {
  const { undoId } = useReplace.getState();
  const projectId = openProjectId();
  if (undoId === null || projectId === undefined) return;
  await flushEdits();
  const { documents, changed } = await withProgress(projectId, () =>
    call('manuscript:undo', { projectId, undoId }),
  );
  if (!isOpenProject(projectId)) return;
  useReplace.setState((now) => ({
    left: changed,
    ...(now.undoId === undoId ? { undoId: null } : {}),
  }));
  const left = changed.reduce((sum, { count }) => sum + count, 0);
  const text =
    left === 0
      ? t('replace:undone', { count: documents.length })
      : t('replace:undonePartly', { count: left });
  notify({ place: 'binder', text, isTakenBack: true });
  if (left > 0) openDialog('leftReplaced');
};

/** What stopped half way can be taken back like any other, also when its dialog is closed. */
const keepWayBack = (projectId: string, error: unknown): never => {
  const { undoId } = failureOf(error).details;
  if (typeof undoId === 'string' && isOpenProject(projectId)) useReplace.setState({ undoId });
  throw error;
};

/** Replaces what is ticked; how many places it were. Throws the call's failure. */
export const carryOut = async (
  t: Translate,
  projectId: string,
  { ticked, records }: Selection,
): Promise<number> => {
  await flushEdits();
  const places = ticked.map(({ documentId, start, end, match, to }) => ({
    documentId,
    start,
    end,
    expected: match,
    replacement: to,
  }));
  const changes = records.map(({ change }) => change);
  const input = { projectId, replacement: '', places, records: changes };
  const { replaced, undoId } = await withProgress(projectId, () =>
    call('manuscript:replace', input),
  ).catch((error: unknown) => keepWayBack(projectId, error));
  if (isOpenProject(projectId)) useReplace.setState({ undoId });
  offerUndo({
    projectId,
    place: 'binder',
    text: t('replace:done', { what: whatWords(t, { places: replaced, records: changes.length }) }),
    isOfText: true,
    undo: async () => {
      if (useReplace.getState().undoId !== undoId) return false;
      await undoLast(t);
      return true;
    },
  });
  return replaced;
};
