/** Lists the chapters that can be had back. */
import type { Database } from 'better-sqlite3';
import type { DeletedChapter } from '#shared/domain/project.ts';
import { listSnapshots } from './snapshot-store.ts';
import { loadDocuments } from './store.ts';

/**
 * Chapters that were deleted here, last deleted first. The snapshot that every deletion takes says when; a chapter
 * whose file was away when it was deleted has none and stands where its file was last changed.
 */
export const listDeleted = (database: Database, projectId: string): DeletedChapter[] =>
  loadDocuments(database, projectId)
    // Of the same moment: the row written last first.
    .toReversed()
    .filter(({ state, trashPath }) => state === 'deleted' && trashPath !== null)
    .map(({ record: { documentId, title, path, charCount, wordCount, modifiedAt } }) => ({
      documentId,
      title,
      path,
      charCount,
      wordCount,
      deletedAt:
        listSnapshots(database, { projectId, documentId }).find(
          ({ reason }) => reason === 'beforeDelete',
        )?.createdAt ?? Math.round(modifiedAt),
    }))
    .sort((left, right) => right.deletedAt - left.deletedAt);
