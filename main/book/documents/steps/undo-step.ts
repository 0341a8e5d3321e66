/** Takes a split, a merge or the move of a scene back (W1). */
import { AppError } from '#shared/errors.ts';
import type { MovedPiece } from '#shared/domain/moved-piece.ts';
import type { DocumentsContext } from '../context.ts';
import type { OpenFolder } from '../open-folder.ts';
import { joinChapters } from './join-chapters.ts';
import { partChapter } from './part-chapter.ts';
import { type AnyStep, findStep, isSceneStep } from './step-store.ts';
import { turnSceneStep } from './turn-scene-step.ts';

const meansChanged = ['DOCUMENT_CONFLICT', 'DOCUMENT_NOT_FOUND', 'DOCUMENT_UNREADABLE'];

/** Where a step stands that was made and not taken back. */
const doneSides: Readonly<Record<AnyStep['step']['kind'], AnyStep['side']>> = {
  split: 'parted',
  merge: 'joined',
  scene: 'after',
};

/**
 * What somebody wrote since is never taken back. Answers what went where. The caller holds the folder's mutex. STEP_NOT_FOUND, STEP_CHANGED, and what
 * a failed write means.
 */
export const undoStep = async (
  context: DocumentsContext,
  folder: OpenFolder,
  undoId: string,
): Promise<readonly MovedPiece[]> => {
  const stored = findStep(context.database, folder.projectId, undoId);
  if (stored === null || stored.target !== null || stored.side !== doneSides[stored.step.kind]) {
    throw new AppError('STEP_NOT_FOUND', 'There is nothing of that id to undo.', { undoId });
  }
  try {
    if (isSceneStep(stored)) return await turnSceneStep(context, folder, stored, 'before');
    if (stored.step.kind === 'split') return await joinChapters(context, folder, stored);
    return await partChapter(context, folder, stored);
  } catch (error) {
    if (!(error instanceof AppError && meansChanged.includes(error.code))) throw error;
    throw new AppError('STEP_CHANGED', 'The chapters changed since.', { undoId });
  }
};
