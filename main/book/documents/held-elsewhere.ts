/** A book that another process of this data folder holds: that one decides, this one only looks (S3-24, N3). */
import type { Database } from 'better-sqlite3';
import { type OpenFolder, setManualOrder, setPresent } from './open-folder.ts';
import type { ChapterDecisions, DocumentRecord } from './record.ts';
import { isKnownDocument, loadDocuments, loadManualOrder, saveDocument } from './store.ts';

export const isHeldElsewhere = ({ readOnly }: OpenFolder): boolean => readOnly === 'PROJECT_LOCKED';

/** A fence is decided anew with a higher revision; of an older one the row only lags behind. */
const decidedLater = (stored: DocumentRecord, record: DocumentRecord): Partial<ChapterDecisions> =>
  stored.fenceRevision > record.fenceRevision
    ? { fence: stored.fence, fenceRevision: stored.fenceRevision, fenceKey: stored.fenceKey }
    : {};

/** What the other process has decided since about chapters, and in which order it put them. */
export const takeDecisions = (database: Database, folder: OpenFolder): void => {
  for (const { record: stored } of loadDocuments(database, folder.projectId)) {
    const record = folder.present.get(stored.documentId);
    if (!record) continue;
    const { pointOfViewEntityId, status, synopsis, synopsisVersion, labels, wordGoal } = stored;
    const decided = { pointOfViewEntityId, status, synopsis, synopsisVersion, labels, wordGoal };
    setPresent(folder, { ...record, ...decided, ...decidedLater(stored, record) });
  }
  const order = loadManualOrder(database, folder.projectId);
  if (order !== null && order.join('\n') !== folder.manualOrder?.join('\n')) {
    setManualOrder(folder, order);
  }
};

/**
 * Stores what a look at a chapter's file found. Where another process has the book, only chapters that nobody knows
 * yet: their rows are its own, and what it decided meanwhile stands in them.
 */
export const saveFound = (
  database: Database,
  folder: OpenFolder,
  record: DocumentRecord,
  state: 'present' | 'missing',
): void => {
  const { projectId } = folder;
  if (isHeldElsewhere(folder) && isKnownDocument(database, projectId, record.documentId)) return;
  saveDocument(database, projectId, record, state);
};
