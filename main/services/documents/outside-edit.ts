import type { DocumentsContext } from './context.ts';
import { describeFile } from './describe.ts';
import { type OpenFolder, setPresent } from './open-folder.ts';
import type { ChapterFile } from './read-file.ts';
import type { DocumentRecord } from './record.ts';
import { saveDocument } from './store.ts';

/** Versions remembered per document for telling an outside edit from a stale call. */
const mostSuperseded = 50;

/**
 * Keeps the text that an outside edit (or the loss of the file) replaced, if it is still in memory and no
 * snapshot has it: it may be the only copy, and the base of a merge.
 */
export const keepReplacedText = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
): Promise<void> => {
  const cached = context.cache.get(record.documentId);
  const key = { projectId: folder.projectId, documentId: record.documentId };
  if (!cached || cached.version !== record.version) return;
  if (!context.snapshots.has(key, record.version)) {
    await context.snapshots.add(key, cached.text, 'outsideEdit');
  }
};

export const supersede = (folder: OpenFolder, documentId: string, version: string): void => {
  const versions = [...(folder.superseded.get(documentId) ?? []), version];
  folder.superseded.set(documentId, versions.slice(-mostSuperseded));
};

/**
 * Takes note of what a file holds now. When its text changed, the old one is kept and
 * `document:changed` with origin `outside` and `project:changed` are sent. The caller holds the folder's mutex. Returns the new record.
 */
export const noteFile = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
  chapter: ChapterFile,
): Promise<DocumentRecord> => {
  const changed = chapter.version !== record.version;
  if (changed) {
    await keepReplacedText(context, folder, record);
    supersede(folder, record.documentId, record.version);
    folder.rivals.set(record.documentId, context.clock.now());
  }
  const facts = describeFile(record.path, chapter, changed ? undefined : record);
  const noted = { ...record, ...facts };
  saveDocument(context.database, folder.projectId, noted, 'present');
  setPresent(folder, noted);
  context.cache.set(record.documentId, {
    stamp: chapter.stamp,
    version: chapter.version,
    text: chapter.text,
  });
  if (changed) {
    context.events.emit('document:changed', {
      projectId: folder.projectId,
      documentId: record.documentId,
      version: chapter.version,
      origin: 'outside',
    });
    context.announce(folder);
  }
  return noted;
};
