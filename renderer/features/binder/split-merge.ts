/** Splitting the open chapter at the caret, and merging a chapter with the next one, each with its undo (W1). */
import { chapterHeading } from '#shared/chapter-heading.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import {
  atFollowedCaret,
  type FollowedPlace,
  joinPages,
  partPage,
} from '#renderer/app/page-takeover.ts';
import { isOpenProject, type TextRange, useSession } from '#renderer/app/session.ts';
import { notify } from '#renderer/app/notices.ts';
import { inTurn, offerUndo } from '#renderer/app/steps.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';

const session = () => useSession.getState();

/** The chapter that follows in the binder. */
export function chapterAfter(documentId: string | null): DocumentInfo | null {
  const documents = session().project?.documents ?? [];
  const index = documents.findIndex((document) => document.documentId === documentId);
  return index < 0 ? null : (documents[index + 1] ?? null);
}

/** Both sides of the caret hold text. */
export function canSplit(): boolean {
  const { project, documentId, cursor } = session();
  return project?.readOnly === false && documentId !== null && cursor > 0;
}

/** Shows a chapter of the book as it is now, unless that was closed meanwhile. */
function showIn(
  projectId: string,
  documents: DocumentInfo[],
  documentId: string,
  range?: TextRange,
): void {
  if (!isOpenProject(projectId)) return;
  session().setDocuments(projectId, documents);
  session().openDocument(documentId, range);
}

async function undo(undoId: string, openId: string): Promise<void> {
  const { project } = session();
  if (project === null) return;
  await flushEdits();
  const { projectId } = project;
  const { documents } = await call('documents:undo', { projectId, undoId });
  showIn(projectId, documents, openId);
}

/** What stands after the caret becomes a chapter of its own, which is opened. */
export const splitAtCaret = (t: Translate): Promise<void> =>
  atFollowedCaret((place) => inTurn(() => splitNow(t, place)));

/** @param place where it was asked for */
async function splitNow(t: Translate, place: FollowedPlace): Promise<void> {
  await flushEdits();
  const { project, documentId } = session();
  if (documentId !== place.documentId) {
    notify({ place: 'binder', text: t('binder:notSplit') });
    return;
  }
  if (project === null) return;
  const { projectId } = project;
  const half = await partPage(place, async ({ at, expectedVersion }) => {
    const asked = { projectId, documentId, at, expectedVersion };
    const made = await call('documents:split', asked);
    session().setDocuments(projectId, made.documents);
    offerUndo({
      projectId,
      place: 'binder',
      text: t('binder:split'),
      undo: () => joinPages(made.documentId, documentId, () => undo(made.undoId, documentId)),
    });
    return made.documentId;
  });
  if (half !== null && isOpenProject(projectId)) session().openDocument(half);
}

/** The chapter and the next one become one, opened where the first ended. */
export const mergeWithNext = (t: Translate, documentId: string): Promise<void> =>
  inTurn(() => mergeNow(t, documentId));

async function mergeNow(t: Translate, documentId: string): Promise<void> {
  await flushEdits();
  const { project } = session();
  const next = chapterAfter(documentId);
  if (project === null || next === null) return;
  const { projectId } = project;
  const { text } = await call('documents:read', { projectId, documentId });
  const documentIds = [documentId, next.documentId];
  // Behind the last words of the first: before the heading of the next, what is typed would be part of it.
  const caret = text.trimEnd().length;
  const { title } = chapterHeading(next.title);
  await joinPages(next.documentId, documentId, async () => {
    const merged = await call('documents:merge', { projectId, documentIds });
    offerUndo({
      projectId,
      place: 'binder',
      text: t('binder:merged', { title }),
      undo: () => undo(merged.undoId, documentId),
    });
    showIn(projectId, merged.documents, documentId, { start: caret, end: caret });
  });
}
