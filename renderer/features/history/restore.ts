/** Brings an earlier version of a chapter back, whole or a paragraph of it, as one step of the page's undo history. */
import { closeHistory } from '#renderer/app/history-screen.ts';
import { notify } from '#renderer/app/notices.ts';
import { takeOver } from '#renderer/app/page-takeover.ts';
import { inTurn, offerUndo } from '#renderer/app/steps.ts';
import { formatMoment } from '#renderer/i18n/format.ts';
import { call } from '#renderer/rpc/index.ts';
import type { SnapshotInfo } from '#shared/domain/project.ts';
import type { Passage } from './passage.ts';
import type { Wording } from './version-words.ts';

type Chapter = { projectId: string; documentId: string };

/** The newest snapshot of its kind is the text as it was just before. */
async function takeBack(chapter: Chapter): Promise<void> {
  const { items } = await call('documents:snapshots:list', chapter);
  const before = items.find(({ reason }) => reason === 'beforeRestore');
  if (before === undefined) return;
  const { snapshotId } = before;
  await takeOver(chapter.documentId, () =>
    call('documents:snapshots:restore', { ...chapter, snapshotId }),
  );
}

const offerRestored = (chapter: Chapter, text: string): void =>
  offerUndo({
    projectId: chapter.projectId,
    place: 'binder',
    text,
    undo: () => takeBack(chapter),
  });

/** Rejects with the failure of the call, or of saving what was typed before. */
export async function restoreVersion(
  { t, language, now }: Wording,
  chapter: Chapter,
  { snapshotId, createdAt }: SnapshotInfo,
): Promise<void> {
  await inTurn(async () => {
    await takeOver(chapter.documentId, () =>
      call('documents:snapshots:restore', { ...chapter, snapshotId }),
    );
    closeHistory();
    const moment = formatMoment(createdAt, now, language);
    offerRestored(chapter, t('history:restored', { moment }));
  });
}

/** DOCUMENT_CONFLICT when the chapter is no longer `expectedVersion`. */
export async function restorePassage(
  { t }: Wording,
  chapter: Chapter,
  request: { snapshotId: string; passage: Passage; expectedVersion: string },
): Promise<void> {
  await inTurn(async () => {
    await takeOver(chapter.documentId, () =>
      call('documents:snapshots:restore', { ...chapter, ...request }),
    );
    offerRestored(chapter, t('history:passageRestored'));
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
