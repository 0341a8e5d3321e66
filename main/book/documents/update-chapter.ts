/** What the writer decides about a chapter beside its text. */
import type { Parsed } from '#shared/contract/index.ts';
import { anchorFence } from '../chapter-reference.ts';
import type { DocumentsContext } from './context.ts';
import { requireKnownFences, syncFences, withFence } from './fences/sync.ts';
import { chaptersOf, type OpenFolder, setPresent } from './open-folder.ts';
import { readChapterFile } from './read-file.ts';
import type { DocumentRecord } from './record.ts';
import { saveDocument } from './store.ts';

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

/** Changes point of view or fence. The caller holds the folder's mutex. FENCES_UNKNOWN. */
export const updateChapter = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
  { pointOfViewEntityId, fence }: Parsed<'documents:update'>,
): Promise<void> => {
  if (fence !== undefined) requireKnownFences(folder);
  if (record.fence && fence === null) await keepDecidedText(context, folder, record);
  const decided =
    fence === undefined ? undefined : anchorFence(fence, record.fence, chaptersOf(folder));
  const updated = {
    ...(decided === undefined ? record : withFence(record, decided)),
    ...(pointOfViewEntityId !== undefined ? { pointOfViewEntityId } : {}),
  };
  saveDocument(context.database, folder.projectId, updated, 'present');
  setPresent(folder, updated);
  if (fence !== undefined) await syncFences(context, folder);
  context.announce(folder);
};
