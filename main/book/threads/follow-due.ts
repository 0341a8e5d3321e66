/** A thread that is due in a chapter follows that chapter's text (W1). */
import { piecesFrom, type TextMove } from '../text-move.ts';
import type { StoredThread } from './service.ts';

/** Due where its chapter was merged away: the chapter that has its text now. */
export const followDue = ({ due }: StoredThread, move: TextMove) => {
  if (!due || move.after.some(({ documentId }) => documentId === due.documentId)) return due;
  const [piece] = piecesFrom(move, due.documentId);
  return piece ? { documentId: piece.to.documentId } : due;
};
