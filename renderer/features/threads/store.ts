/** The threads of the open book, and which of them is looked at (N13). */
import { z } from 'zod';
import { create } from 'zustand';
import { closeBookView, openBookView, useBookView } from '#renderer/app/book-view.ts';
import { useDialogs } from '#renderer/app/dialogs.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { notify } from '#renderer/app/notices.ts';
import { updateSettings, usePreferences } from '#renderer/app/preferences.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { createReading } from '#renderer/app/reading.ts';
import { isOpenProject, openProjectId, useSession } from '#renderer/app/session.ts';
import { inTurn, offerUndo } from '#renderer/app/steps.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Input, Output } from '#shared/contract/index.ts';
import { createFieldDrafts } from './field-drafts.ts';
import { createOwnChanges } from './own-changes.ts';
import { type ThreadPlace, type ThreadPlaceKind, defaultSilence } from '#shared/domain/thread.ts';

export type ListedThread = Output<'threads:list'>['items'][number];
export type ThreadLook = 'lanes' | 'list' | 'report';

type ThreadsState = {
  /** Null until read. */
  read: Output<'threads:list'> | null;
  /** Of the last change; reading again, which any window may cause, takes it from nobody's eyes. */
  failure: unknown;
  /** Of the last reading. */
  unread: unknown;
  /** Chapters of silence that make a thread forgotten. */
  silentAfter: number;
  look: ThreadLook;
  selected: string | null;
  /** What the dialog is opened for: a place of this thread; null for whatever is chosen there. */
  marking: { threadId: string; kind: ThreadPlaceKind } | null;
};

const nothing: ThreadsState = {
  ...{ read: null, failure: null, unread: null, look: 'lanes', selected: null, marking: null },
  silentAfter: defaultSilence,
};

export const useThreads = create<ThreadsState>()(() => nothing);

/** In `settings.layout`: by book, after how many chapters of silence its threads are forgotten. */
const key = 'threadSilence';
const Remembered = z.record(z.string(), z.number().int().min(1).max(10_000));

const remembered = (): Record<string, number> => {
  const kept = Remembered.safeParse(usePreferences.getState().settings.layout[key]);
  return kept.success ? kept.data : {};
};

const readList = createReading({
  async ask(projectId) {
    const { silentAfter } = useThreads.getState();
    return { silentAfter, read: await call('threads:list', { projectId, silentAfter }) };
  },
  show({ silentAfter, read }) {
    // Another silence was chosen meanwhile, and is asked for.
    if (useThreads.getState().silentAfter !== silentAfter) return;
    useThreads.setState({ read, unread: null });
  },
  fail: (unread) => useThreads.setState({ unread }),
});

export async function readThreads(projectId: string): Promise<void> {
  if (useThreads.getState().read === null) {
    useThreads.setState({ silentAfter: remembered()[projectId] ?? defaultSilence });
  }
  await readList(projectId);
}

/** What failed stands with the list. Where that is not shown by now, it is said above the columns. */
function tellUnseen(projectId: string, failure: unknown): void {
  const isSeen =
    useBookView.getState().view === 'threads' || useDialogs.getState().open === 'thread';
  if (!isSeen || !isOpenProject(projectId)) reportFailure(failure);
}

/**
 * What failed stands with the list. Null then.
 * @param onFailure what is said of it beside that
 */
export async function changeThreads<T>(
  work: (projectId: string) => Promise<T>,
  projectId = openProjectId(),
  onFailure = tellUnseen,
): Promise<T | null> {
  if (projectId === undefined) return null;
  let done: T | null = null;
  let failure: unknown = null;
  try {
    done = await work(projectId);
  } catch (error) {
    failure = error;
  }
  if (isOpenProject(projectId)) await readThreads(projectId);
  if (isOpenProject(projectId)) useThreads.setState({ failure });
  if (failure !== null) onFailure(projectId, failure);
  return done;
}

export const selectThread = (selected: string | null): void => useThreads.setState({ selected });

export const setSilentAfter = (silentAfter: number): void => {
  useThreads.setState({ silentAfter });
  const projectId = openProjectId();
  if (projectId === undefined) return;
  void readThreads(projectId);
  const silences = { ...remembered(), [projectId]: silentAfter };
  updateSettings({ layout: { [key]: silences } }).catch(reportFailure);
};

export const createThread = (given: Omit<Input<'threads:create'>, 'projectId'>) =>
  changeThreads((projectId) => call('threads:create', { projectId, ...given }));

const ownChanges = createOwnChanges();

type UpdateOptions = {
  /** The open one unless told. */
  projectId?: string;
  onFailure?: typeof tellUnseen;
};

/** `thread`: as it was when the change was begun. */
export const updateThread = (
  { threadId, version }: Pick<ListedThread, 'threadId' | 'version'>,
  given: Pick<Input<'threads:update'>, 'title' | 'note' | 'due' | 'send'>,
  { projectId: ofProject, onFailure }: UpdateOptions = {},
) =>
  changeThreads(
    (projectId) =>
      ownChanges.make(threadId, version, (expectedVersion) =>
        call('threads:update', { projectId, threadId, expectedVersion, ...given }),
      ),
    ofProject,
    onFailure,
  );

export const fieldDrafts = createFieldDrafts({
  update: ({ projectId, from }, given, onFailure) =>
    updateThread(from, given, {
      projectId,
      onFailure: (_book, failure) => onFailure(failure),
    }),
  onUnkept: ({ projectId }, failure) => tellUnseen(projectId, failure),
  current: (threadId) => useThreads.getState().read?.items.find((one) => one.threadId === threadId),
});

export const markPlace = (given: Omit<Input<'threads:mark'>, 'projectId'>) =>
  changeThreads((projectId) => call('threads:mark', { projectId, ...given }));

/** `said` is shown with the undo. */
export const deleteThread = ({ threadId }: ListedThread, said: string): Promise<void> =>
  inTurn(async () => {
    const projectId = openProjectId();
    if (projectId === undefined) return;
    const scope = { projectId, threadId };
    if ((await changeThreads(() => call('threads:delete', scope))) === null) return;
    selectThread(null);
    const undo = () => call('threads:restore', scope);
    offerUndo({ projectId, place: 'binder', text: said, undo });
  });

/** `said` is shown with the undo. */
export const unmarkPlace = (
  { threadId }: ListedThread,
  { placeId }: ThreadPlace,
  said: string,
): Promise<void> =>
  inTurn(async () => {
    const projectId = openProjectId();
    if (projectId === undefined) return;
    const mark = { projectId, threadId, placeId };
    if ((await changeThreads(() => call('threads:unmark', mark))) === null) return;
    // As it was, wherever its passage stands by then.
    const undo = () => call('threads:marks:restore', mark);
    offerUndo({ projectId, place: 'binder', text: said, undo });
  });

/** Brings back the deleted chapter of a place: what is marked there counts again, and the thread goes with requests. */
export const restoreChapterOf = ({ documentId }: Pick<ThreadPlace, 'documentId'>) =>
  changeThreads(async (projectId) => {
    const { documents } = await call('documents:restore', { projectId, documentId });
    useSession.getState().setDocuments(projectId, documents);
  });

/**
 * Shows a place in its chapter, where it stands by now: another window may have written there since the list was read.
 * What is gone is said: the text, with its chapter open; the chapter; the mark.
 */
export async function openPlace(
  threadId: string,
  { placeId }: Pick<ThreadPlace, 'placeId'>,
  t: Translate,
): Promise<void> {
  const projectId = openProjectId();
  if (projectId === undefined) return;
  try {
    await flushEdits();
  } catch (failure) {
    useThreads.setState({ failure });
    return;
  }
  await readThreads(projectId);
  const { project, openDocument } = useSession.getState();
  const { read, unread } = useThreads.getState();
  if (!isOpenProject(projectId) || unread !== null) return;
  const thread = read?.items.find((one) => one.threadId === threadId);
  const place = thread?.places.find((one) => one.placeId === placeId);
  const say = (text: string): void => notify({ place: 'binder', text });
  if (!place) return say(t('threads:placeGone'));
  const { documentId, found } = place;
  if (!project?.documents.some((one) => one.documentId === documentId)) {
    // Beside the mark stands what brings the chapter back.
    selectThread(threadId);
    return say(t('threads:chapterGone'));
  }
  closeBookView();
  openDocument(documentId, found ? { start: found.start, end: found.end } : undefined);
  if (!found) say(t('threads:textGone'));
}

/** All of them, or one. */
export const openThreads = (threadId: string | null = null): void => {
  if (threadId !== null) selectThread(threadId);
  openBookView('threads');
};

/** Another book has other threads. */
export const emptyThreads = (): void => useThreads.setState(nothing);
