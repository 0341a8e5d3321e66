/** Putting a chapter to another place in the binder and its volume, with the way back (W1). */
import { chapterHeading } from '#shared/chapter-heading.ts';
import { useSession } from '#renderer/app/session.ts';
import { notify } from '#renderer/app/notices.ts';
import { inTurn, offerUndo } from '#renderer/app/steps.ts';
import { volumeAt, volumeNow, without } from '#renderer/app/volumes.ts';
import { volumeName } from '#renderer/app/group-name.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { indexOf, placeBack } from './place-back.ts';

const session = () => useSession.getState();

type Place = { index: number; volume: string };

/** Puts a chapter to a place of a volume. Rejects with the failure of the call. */
export async function writePlace(
  projectId: string,
  documentId: string,
  place: Place,
): Promise<void> {
  const { index: toIndex, volume } = place;
  const moved = { projectId, documentId, toIndex, volume };
  const { documents } = await call('documents:move', moved);
  session().setDocuments(projectId, documents);
}

/**
 * Puts a chapter back to its place ({@link placeBack}) and into its volume.
 * @param stood the other chapters, as they stood when it left its place
 */
export function putBack(
  projectId: string,
  { documentId, group }: DocumentInfo,
  followedBy: string | undefined,
  stood: readonly DocumentInfo[],
): Promise<void> {
  const others = without(session().project?.documents ?? [], documentId);
  return writePlace(projectId, documentId, {
    index: placeBack(others, followedBy, stood),
    volume: volumeNow(others, stood, group),
  });
}

/**
 * `placeFrom` is asked for the new place when the moves before this one are made; null where that is gone. `volume`: where a
 * border is crossed knowingly; else the one that the place is in.
 */
function move(
  t: Translate,
  documentId: string,
  placeFrom: (
    index: number,
    others: readonly DocumentInfo[],
  ) => { index: number; volume?: string } | null,
) {
  return inTurn(async () => {
    const { project } = session();
    if (project === null || project.readOnly) return;
    const { projectId, documents } = project;
    const from = indexOf(documents, documentId);
    const document = documents[from];
    if (document === undefined) return;
    const others = without(documents, documentId);
    const asked = placeFrom(from, others);
    if (asked === null) {
      notify({ place: 'binder', text: t('binder:placeGone') });
      return;
    }
    const index = Math.max(0, Math.min(others.length, asked.index));
    const place = {
      index,
      volume: asked.volume ?? volumeAt(others[index - 1], others[index], document.group),
    };
    if (from === index && place.volume === document.group) return;
    const followedBy = documents[from + 1]?.documentId;
    await writePlace(projectId, documentId, place);
    offerUndo({
      projectId,
      place: 'binder',
      text: movedWords(t, document, place),
      undo: () => putBack(projectId, document, followedBy, others),
    });
  });
}

function movedWords(t: Translate, { title, group }: DocumentInfo, { index, volume }: Place) {
  const said = { title: chapterHeading(title).title, place: index + 1 };
  if (volume === group) return t('binder:moved', said);
  return t('binder:movedTo', { ...said, volume: volumeName(t, volume) });
}

/** Before or behind another chapter. */
export type ChapterPlace = { beside: string; isAfter: boolean };

/**
 * Beside another chapter and into its volume, wherever that stands by now; with that one gone nothing is moved. Rejects
 * with the failure of the call.
 */
export const moveChapter = (
  t: Translate,
  documentId: string,
  { beside, isAfter }: ChapterPlace,
): Promise<void> =>
  move(t, documentId, (_, others) => {
    const found = indexOf(others, beside);
    const volume = others[found]?.group;
    return volume === undefined ? null : { index: found + (isAfter ? 1 : 0), volume };
  });

/**
 * Before another chapter, wherever that stands by now; at `index` where it is gone, and at the end for null.
 * Rejects with the failure of the call.
 */
export const placeChapter = (
  t: Translate,
  documentId: string,
  { index, before }: { index: number; before: string | null },
): Promise<void> =>
  move(t, documentId, (_, others) => {
    const found = before === null ? others.length : indexOf(others, before);
    return { index: found < 0 ? index : found };
  });

/** Places up (negative) or down, as far as there are any. Rejects with the failure of the call. */
export const shiftChapter = (t: Translate, documentId: string, by: number): Promise<void> =>
  move(t, documentId, (index) => ({ index: index + by }));
