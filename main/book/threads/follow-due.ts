/** A thread that is due in a chapter follows that chapter's text (W1). */
import type { TextMove } from '../documents/service.ts';
import type { StoredThread } from './service.ts';

/** Due where its chapter was merged away: the chapter that has its text now. */
export const followDue = ({ due }: StoredThread, { side, whole, parts }: TextMove) =>
  due && side === 'joined' && parts.some(({ documentId }) => documentId === due.documentId)
    ? { documentId: whole.documentId }
    : due;
