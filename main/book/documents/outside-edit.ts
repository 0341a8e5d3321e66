import type { DocumentsContext } from './context.ts';
import { describeFile } from './describe.ts';
import { type OpenFolder, setPresent } from './open-folder.ts';
import type { ChapterFile } from './read-file.ts';
import type { DocumentRecord } from './record.ts';
import { saveDocument } from './store.ts';
import { strictestFence } from './strictest-fence.ts';

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

/** The file that is here now may have been a fenced chapter's, moved over this one (N3). */
const fenceWithFile = (folder: OpenFolder, record: DocumentRecord, inode: string) => {
  // Where files have no number, all have this one.
  if (inode === record.inode || inode === '0') return record.fence;
  const lately = [...folder.missing.values()].filter((one) => folder.goneAt.has(one.documentId));
  const others = [...folder.present.values(), ...lately].filter((other) => other.inode === inode);
  return strictestFence([record, ...others].flatMap(({ fence }) => fence ?? []));
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
  const fence = fenceWithFile(folder, record, chapter.stamp.inode);
  const noted = { ...record, ...facts, fence };
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
