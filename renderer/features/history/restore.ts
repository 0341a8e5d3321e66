/** Brings an earlier version of a chapter back, whole or a paragraph of it, as one step of the page's undo history. */
import { closeHistory } from '#renderer/app/history-screen.ts';
import { notify } from '#renderer/app/notices.ts';
import { takeOver } from '#renderer/app/page-takeover.ts';
import { inTurn, offerUndo, UndoNotBegun } from '#renderer/app/steps.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { formatMoment } from '#renderer/i18n/format.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Input, Output } from '#shared/contract/index.ts';
import type { SnapshotInfo } from '#shared/domain/project.ts';
import type { Passage } from './passage.ts';
import type { Wording } from './version-words.ts';

type Chapter = { projectId: string; documentId: string };

/** A restore that was made: the version it led to, and the snapshot of the text before. */
type Made = { version: string; keptId: string };

type Request = Omit<Input<'documents:snapshots:restore'>, keyof Chapter>;

/** Rejects with the failure of the call, or of saving what was typed before: then it was not begun. */
async function restore(
  chapter: Chapter,
  request: Request,
  onBegin: () => void = () => undefined,
): Promise<Output<'documents:snapshots:restore'> | null> {
  let made: Output<'documents:snapshots:restore'> | null = null;
  const write = async () => {
    onBegin();
    made = await call('documents:snapshots:restore', { ...chapter, ...request });
    return made;
  };
  await takeOver(chapter.documentId, write, request.takesBack);
  return made;
}

/** What was written since stays; where it is in the same paragraphs nothing is taken back, and the writer is told so. */
async function takeBack({ t }: Wording, chapter: Chapter, made: Made): Promise<void> {
  const tell = (text: string): void => notify({ place: 'binder', text });
  const { keptId: snapshotId, version: takesBack } = made;
  let isBegun = false;
  try {
    const taken = await restore(chapter, { snapshotId, takesBack }, () => {
      isBegun = true;
    });
    if (taken?.merged === true) tell(t('history:takenBackAround'));
  } catch (failure) {
    // Its text is not saved, as where another one stands beside the page's: that is decided about first.
    if (!isBegun) throw new UndoNotBegun(failure);
    if (failureOf(failure).code !== 'DOCUMENT_CONFLICT') throw failure;
    tell(t('history:notTakenBack', { reason: t('history:reasons.beforeRestore') }));
  }
}

const offerRestored = (
  wording: Wording,
  chapter: Chapter,
  { made, text }: { made: Made | null; text: string },
): void => {
  if (made === null) return;
  offerUndo({
    projectId: chapter.projectId,
    place: 'binder',
    text,
    isOfText: true,
    undo: () => takeBack(wording, chapter, made),
  });
};

/** Rejects with the failure of the call, or of saving what was typed before. */
export async function restoreVersion(
  wording: Wording,
  chapter: Chapter,
  { snapshotId, createdAt }: SnapshotInfo,
): Promise<void> {
  const { t, language, now } = wording;
  await inTurn(async () => {
    const made = await restore(chapter, { snapshotId });
    closeHistory();
    const moment = formatMoment(createdAt, now, language);
    offerRestored(wording, chapter, { made, text: t('history:restored', { moment }) });
  });
}

/** DOCUMENT_CONFLICT when the chapter is no longer `expectedVersion`. */
export async function restorePassage(
  wording: Wording,
  chapter: Chapter,
  request: { snapshotId: string; passage: Passage; expectedVersion: string },
): Promise<void> {
  await inTurn(async () => {
    const made = await restore(chapter, request);
    offerRestored(wording, chapter, { made, text: wording.t('history:passageRestored') });
  });
}

/** The file itself, byte for byte, where a text alone would not give it back. */
export async function restoreOriginal(
  { t }: Wording,
  chapter: Chapter,
  { snapshotId }: SnapshotInfo,
): Promise<void> {
  await takeOver(chapter.documentId, () =>
    call('documents:snapshots:restoreOriginal', { ...chapter, snapshotId }),
  );
  closeHistory();
  notify({ place: 'binder', text: t('history:originalRestored') });
}
