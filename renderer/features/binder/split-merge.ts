/** Splitting the open chapter at the caret, and merging a chapter with the next one, each with its undo (W1). */
import { chapterHeading } from '#shared/chapter-heading.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import {
  atFollowedCaret,
  type FollowedPlace,
  type MovedText,
  movePages,
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

/** Whether a chapter is open that can be written. */
export function canSplit(): boolean {
  const { project, documentId } = session();
  return project?.readOnly === false && documentId !== null;
}

/** Before the first words of a chapter: the mark of its heading is not seen. */
const beginning = /^\s*(?:#{1,6}\s*)?$/;

/** Why a text is not split at a place: on one side of it there are no words. Null where it can be. */
function whyNotSplit(text: string, at: number) {
  if (beginning.test(text.slice(0, at))) return 'binder:nothingBefore';
  return text.slice(at).trim() === '' ? 'binder:nothingBehind' : null;
}

type Arranging = {
  projectId: string;
  /** The chapters whose text it is. */
  documentIds: readonly string[];
  /** Where the page is opened, unless somebody typed meanwhile: that goes on where it was. */
  openId: string;
  range?: TextRange;
};

/** Makes one chapter of two, or two of one, and opens what comes of it, unless the book was closed meanwhile. */
async function arrange(
  { projectId, documentIds, openId, range }: Arranging,
  write: () => Promise<MovedText>,
): Promise<void> {
  await flushEdits();
  const made: { documents?: DocumentInfo[]; typedIn?: string | null } = {};
  try {
    made.typedIn = await movePages(documentIds, async () => {
      const moved = await write();
      made.documents = moved.documents;
      return moved;
    });
  } finally {
    const { documents, typedIn = null } = made;
    if (documents !== undefined && isOpenProject(projectId)) {
      session().setDocuments(projectId, documents);
      session().openDocument(typedIn ?? openId, typedIn === null ? range : undefined);
    }
  }
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
  const half = await partPage(place, async ({ text, at, expectedVersion }) => {
    const why = whyNotSplit(text, at);
    if (why !== null) {
      notify({ place: 'binder', text: t(why) });
      return null;
    }
    const asked = { projectId, documentId, at, expectedVersion };
    const made = await call('documents:split', asked);
    session().setDocuments(projectId, made.documents);
    offerUndo({
      projectId,
      place: 'binder',
      text: t('binder:split'),
      isOfText: true,
      undo: () => {
        const halves = [documentId, made.documentId];
        const arranging = { projectId, documentIds: halves, openId: documentId };
        return arrange(arranging, () => call('documents:undo', { projectId, undoId: made.undoId }));
      },
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
  const arranging = { projectId, documentIds, openId: documentId };
  await arrange({ ...arranging, range: { start: caret, end: caret } }, async () => {
    const merged = await call('documents:merge', { projectId, documentIds });
    const isLeftOut = merged.frontMatterLeftOut.length > 0;
    offerUndo({
      projectId,
      place: 'binder',
      text: t(isLeftOut ? 'binder:mergedWithoutFrontMatter' : 'binder:merged', { title }),
      isOfText: true,
      undo: () =>
        arrange(arranging, () => call('documents:undo', { projectId, undoId: merged.undoId })),
    });
    return merged;
  });
}
