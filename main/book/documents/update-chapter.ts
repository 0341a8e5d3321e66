/** What the writer decides about a chapter beside its text. */
import { AppError } from '#shared/errors.ts';
import type { Parsed } from '#shared/contract/index.ts';
import { anchorFence } from '../chapter-reference.ts';
import type { DocumentsContext } from './context.ts';
import { requireKnownFences, syncFences, withFence } from './fences/sync.ts';
import { moveChapter } from './move-chapter.ts';
import { chaptersOf, type OpenFolder, setPresent } from './open-folder.ts';
import { readChapterFile } from './read-file.ts';
import type { ChapterDecisions, DocumentRecord } from './record.ts';
import { renameChapter } from './rename-chapter.ts';
import { saveDocument } from './store.ts';
import { minHash, synopsisMark } from './synopsis-mark.ts';

/**
 * Keeps the text about which the writer decides that it needs no fence: a later look at the file asks only what was added
 * to it since. A chapter that cannot be read is fenced anew at worst.
 */
const keepDecidedText = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
): Promise<void> => {
  const key = { projectId: folder.projectId, documentId: record.documentId };
  const outcome = await readChapterFile(folder.root, record.path, record.chosenEncoding);
  if (outcome.kind !== 'chapter' || context.snapshots.has(key, outcome.chapter.version)) return;
  await context.snapshots.add(key, outcome.chapter.text, 'outsideEdit');
};

const requireRecord = (folder: OpenFolder, documentId: string): DocumentRecord => {
  const record = folder.present.get(documentId);
  if (record) return record;
  throw new AppError('DOCUMENT_NOT_FOUND', 'There is no such chapter.', { documentId });
};

/** The chapter with what its text is known by, where nobody has read it since that is kept. */
const withMinHash = async (folder: OpenFolder, record: DocumentRecord): Promise<DocumentRecord> => {
  if (record.minHash !== '') return record;
  const outcome = await readChapterFile(folder.root, record.path, record.chosenEncoding);
  if (outcome.kind !== 'chapter' || outcome.chapter.version !== record.version) return record;
  return { ...record, minHash: minHash(outcome.chapter.text) };
};

/** A synopsis belongs to the text it was written for: texts that are another beyond trifles make it stale (E3). */
const decideSynopsis = (
  record: DocumentRecord,
  synopsis: string | undefined,
  mark: string | undefined,
): Partial<ChapterDecisions> => {
  if (synopsis === undefined) return {};
  return { synopsis, synopsisVersion: synopsis === '' ? null : (mark ?? synopsisMark(record)) };
};

/**
 * Changes what is given and nothing else; the title first, for it alone can fail. The caller holds the folder's mutex.
 * `mark`: the text that the synopsis was made from, where that is not the one there is now. FENCES_UNKNOWN, and what {@link renameChapter} throws.
 */
export const updateChapter = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { documentId, ...change }: Parsed<'documents:update'>,
  mark?: string,
): Promise<void> => {
  const { title, order, fence, pointOfViewEntityId, synopsis, status, labels, wordGoal } = change;
  const before = requireRecord(folder, documentId);
  if (fence !== undefined) requireKnownFences(folder);
  if (before.fence && fence === null) await keepDecidedText(context, folder, before);
  if (title !== undefined) await renameChapter(context, folder, documentId, { title });
  if (order !== undefined) moveChapter(context, folder, documentId, order);
  const found = requireRecord(folder, documentId);
  const record = synopsis === undefined ? found : await withMinHash(folder, found);
  const decided =
    fence === undefined ? undefined : anchorFence(fence, record.fence, chaptersOf(folder));
  const updated = {
    ...(decided === undefined ? record : withFence(record, decided)),
    ...(pointOfViewEntityId !== undefined ? { pointOfViewEntityId } : {}),
    ...(status !== undefined ? { status } : {}),
    ...(labels !== undefined ? { labels: [...new Set(labels)] } : {}),
    ...(wordGoal !== undefined ? { wordGoal } : {}),
    ...decideSynopsis(record, synopsis, mark),
  };
  saveDocument(context.database, folder.projectId, updated, 'present');
  setPresent(folder, updated);
  if (fence !== undefined || title !== undefined) await syncFences(context, folder);
  context.announce(folder);
};
