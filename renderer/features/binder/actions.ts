import { create } from 'zustand';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { retitle } from '#renderer/app/chapter-title.ts';
import { isEmptyChapter } from '#renderer/app/empty-chapter.ts';
import { openBookView, useBookView } from '#renderer/app/book-view.ts';
import { focusedBelow } from '#renderer/app/chapter-meant.ts';
import { openDialog } from '#renderer/app/dialogs.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { useLayout, visibleColumns } from '#renderer/app/layout.ts';
import { isOpenProject, openProjectId, useSession } from '#renderer/app/session.ts';
import { inTurn, offerUndo } from '#renderer/app/steps.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';

type BinderState = {
  /** The chapter whose name is being edited in its place. */
  renaming: string | null;
  /** What has the keys again when its name is written: the page, or the line it was begun from. */
  renamingFrom: 'page' | 'line';
  /** What the dialog of volumes asks about: where a chapter goes, or what a volume is called. */
  asked: VolumeQuestion | null;
};

export type VolumeQuestion = { documentId: string } | { volume: string };

export const useBinder = create<BinderState>()(() => ({
  ...{ renaming: null, renamingFrom: 'page', asked: null },
}));

/** Opens the dialog of volumes. */
export function askForVolume(asked: VolumeQuestion): void {
  useBinder.setState({ asked });
  openDialog('volume');
}

const session = () => useSession.getState();

/** Runs an action on the open project and takes over the binder it answers with. True where that is open still. */
async function change(
  action: (projectId: string) => Promise<{ documents: DocumentInfo[] }>,
): Promise<boolean> {
  const { project } = session();
  if (project === null) return false;
  const { documents } = await action(project.projectId);
  session().setDocuments(project.projectId, documents);
  return isOpenProject(project.projectId);
}

/** Names are edited in the binder, which shows itself for it. */
export function startRenaming(documentId: string, renamingFrom: BinderState['renamingFrom']): void {
  if (!visibleColumns(useLayout.getState()).binder) useLayout.getState().toggleBinder();
  useBinder.setState({ renaming: documentId, renamingFrom });
}

/** The page shows another chapter; what stands in its place, a view of the whole book, stays there. */
function openBehind(open: () => void): void {
  const { view } = useBookView.getState();
  open();
  if (view !== null) openBookView(view);
}

/** Takes a chapter out of the book; where it was open, the one beside it is. */
async function takeOut(documentId: string): Promise<void> {
  const documents = session().project?.documents ?? [];
  const index = documents.findIndex((candidate) => candidate.documentId === documentId);
  const neighbour = documents[index + 1] ?? documents[index - 1];
  const isOnPage = focusedBelow()?.closest('.page-text') !== null;
  await flushEdits();
  await change((projectId) => call('documents:delete', { projectId, documentId }));
  if (session().documentId !== documentId) return;
  if (neighbour === undefined) session().closeDocument();
  else if (isOnPage) session().openDocument(neighbour.documentId);
  // Who deletes in a list goes on there.
  else openBehind(() => session().walkTo(neighbour.documentId));
}

/** Takes an added chapter back; one that was written in meanwhile is deleted like any other, and told of. */
function takeBack(t: Translate, documentId: string): Promise<void> {
  const added = session().project?.documents.find((one) => one.documentId === documentId);
  if (added === undefined) return Promise.resolve();
  return isEmptyChapter(added) ? takeOut(documentId) : deleteNow(t, added);
}

/**
 * A new chapter behind that one, in its volume, and the way back; the page stays where it is.
 * @param before null for the end of the book
 * @returns null where no book is open
 */
export const addChapterAfter = (t: Translate, before: string | null): Promise<string | null> =>
  inTurn(async () => {
    const { project } = session();
    if (project === null) return null;
    const { projectId } = project;
    const created = await call('documents:create', {
      ...{ projectId, title: t('binder:untitled'), isUntitled: true },
      ...(before === null ? {} : { afterDocumentId: before }),
    });
    session().setDocuments(projectId, created.documents);
    offerUndo({
      ...{ projectId, place: 'binder', text: t('binder:added'), isOfText: true },
      undo: () => takeBack(t, created.documentId),
    });
    return created.documentId;
  });

/** A new chapter after the open one; its name is edited at once. */
export async function createChapter(t: Translate): Promise<void> {
  const { project, documentId } = session();
  const created = await addChapterAfter(t, documentId);
  if (created === null || project === null || !isOpenProject(project.projectId)) return;
  session().openDocument(created);
  // Its first words are written next.
  startRenaming(created, 'page');
}

/** Another name, and the way back. */
export function renameChapter(t: Translate, document: DocumentInfo, title: string): Promise<void> {
  useBinder.setState({ renaming: null });
  return inTurn(async () => {
    const projectId = openProjectId();
    if (projectId === undefined) return;
    const undo = await retitle(projectId, document, title);
    const { title: before } = chapterHeading(document.title);
    offerUndo({
      ...{ projectId, place: 'binder', text: t('binder:renamed', { before, title }) },
      undo,
    });
  });
}

const bringBack = (documentId: string): Promise<boolean> =>
  change((projectId) => call('documents:restore', { projectId, documentId }));

/** Brings a deleted chapter back and opens it. */
export async function restoreChapter(documentId: string): Promise<void> {
  if (await bringBack(documentId)) session().openDocument(documentId);
}

/** Deletes without asking, and offers the undo. */
export const deleteChapter = (t: Translate, document: DocumentInfo): Promise<void> =>
  inTurn(() => deleteNow(t, document));

async function deleteNow(t: Translate, document: DocumentInfo): Promise<void> {
  const { documentId } = document;
  const { title } = chapterHeading(document.title);
  const { project } = session();
  // Asked for again while it was under way, it is done.
  if (project?.documents.some((one) => one.documentId === documentId) !== true) return;
  await takeOut(documentId);
  offerUndo({
    projectId: project.projectId,
    place: 'binder',
    text: t('binder:deleted', { title }),
    isOfText: true,
    undo: async () => {
      const isBack = session().project?.documents.some((one) => one.documentId === documentId);
      if (isBack === true) return false;
      if (await bringBack(documentId)) openBehind(() => session().openDocument(documentId));
      return true;
    },
  });
}

/** The chapter before or after the open one. */
export function openNeighbour(by: -1 | 1): void {
  const { project, documentId, openDocument } = session();
  const index = project?.documents.findIndex((one) => one.documentId === documentId) ?? -1;
  const neighbour = index < 0 ? undefined : project?.documents[index + by];
  if (neighbour !== undefined) openDocument(neighbour.documentId);
}

/** The fences this computer knows are the true ones; the folder's list is made anew of them. */
export const confirmFences = (): Promise<boolean> =>
  change((projectId) => call('documents:fences:confirm', { projectId }));
