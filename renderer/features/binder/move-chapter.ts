/** Putting a chapter to another place in the binder, with the way back (W1). */
import { chapterHeading } from '#shared/chapter-heading.ts';
import { useSession } from '#renderer/app/session.ts';
import { inTurn, offerUndo } from '#renderer/app/steps.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';

const session = () => useSession.getState();

const indexOf = (documents: readonly DocumentInfo[], documentId: string | undefined): number =>
  documents.findIndex((document) => document.documentId === documentId);

async function write(projectId: string, documentId: string, toIndex: number): Promise<void> {
  const { documents } = await call('documents:move', { projectId, documentId, toIndex });
  session().setDocuments(projectId, documents);
}

/** Puts a chapter before the one it was followed by, else to the end, wherever that stands by now. */
function putBack(projectId: string, documentId: string, followedBy: string | undefined) {
  const others = (session().project?.documents ?? []).filter(
    (document) => document.documentId !== documentId,
  );
  const index = indexOf(others, followedBy);
  return write(projectId, documentId, index < 0 ? others.length : index);
}

/** `placeFrom` is asked for the new place, from 0, when the moves before this one are made. */
function move(t: Translate, documentId: string, placeFrom: (index: number) => number) {
  return inTurn(async () => {
    const { project } = session();
    if (project === null || project.readOnly) return;
    const { projectId, documents } = project;
    const from = indexOf(documents, documentId);
    const to = Math.max(0, Math.min(documents.length - 1, placeFrom(from)));
    if (from < 0 || from === to) return;
    const followedBy = documents[from + 1]?.documentId;
    await write(projectId, documentId, to);
    const { title } = chapterHeading(documents[from]?.title ?? '');
    offerUndo({
      projectId,
      place: 'binder',
      text: t('binder:moved', { title, place: to + 1 }),
      undo: () => putBack(projectId, documentId, followedBy),
    });
  });
}

/** To a place in the binder, from 0. Rejects with the failure of the call. */
export const moveChapter = (t: Translate, documentId: string, toIndex: number): Promise<void> =>
  move(t, documentId, () => toIndex);

/**
 * Before another chapter, wherever that stands by now; at `index` where it is gone, and at the end for null.
 * Rejects with the failure of the call.
 */
export const placeChapter = (
  t: Translate,
  documentId: string,
  { index, before }: { index: number; before: string | null },
): Promise<void> =>
  move(t, documentId, () => {
    const others = (session().project?.documents ?? []).filter(
      (document) => document.documentId !== documentId,
    );
    const found = before === null ? others.length : indexOf(others, before);
    return found < 0 ? index : found;
  });

/** Places up (negative) or down, as far as there are any. Rejects with the failure of the call. */
export const shiftChapter = (t: Translate, documentId: string, by: number): Promise<void> =>
  move(t, documentId, (index) => index + by);
