/** Takes up what other programs did to a chapter. */
import type { StoredFence } from '../chapter-reference.ts';
import { closeFurther, fenceForAddedText, lastKnownText, tellFenced } from './closed-text.ts';
import type { DocumentsContext } from './context.ts';
import { describeFile } from './describe.ts';
import { withFence } from './fences/sync.ts';
import { type OpenFolder, setPresent } from './open-folder.ts';
import type { ChapterFile } from './read-file.ts';
import type { DocumentRecord } from './record.ts';
import { saveFound } from './held-elsewhere.ts';
import { keepInMemory } from './text-cache.ts';

/** Versions remembered per document for telling an outside edit from a stale call. */
const maxSuperseded = 50;

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
  folder.superseded.set(documentId, versions.slice(-maxSuperseded));
};

/** Fences of chapters whose file this one may be, moved over it (N3). */
const fencesOfFile = (folder: OpenFolder, record: DocumentRecord, inode: string): StoredFence[] => {
  // Where files have no number, all have this one.
  if (inode === record.inode || inode === '0') return [];
  const lately = [...folder.missing.values()].filter((one) => folder.goneAt.has(one.documentId));
  const others = [...folder.present.values(), ...lately].filter((other) => other.inode === inode);
  return others.flatMap(({ fence }) => fence ?? []);
};

/** What the chapter's fence becomes by what its file is now and holds now; null when it stays. */
const fenceOfOutsideEdit = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
  chapter: ChapterFile,
): Promise<StoredFence | null> => {
  const byFile = closeFurther(record.fence, fencesOfFile(folder, record, chapter.stamp.inode));
  if (chapter.version === record.version) return byFile;
  const fenced = byFile ? { ...record, fence: byFile } : record;
  const before = await lastKnownText(context, folder, record);
  const texts = { before, now: chapter.text };
  return (await fenceForAddedText(context, folder, fenced, texts)) ?? byFile;
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
  const closing = await fenceOfOutsideEdit(context, folder, record, chapter);
  if (changed) {
    await keepReplacedText(context, folder, record);
    supersede(folder, record.documentId, record.version);
    const key = { projectId: folder.projectId, documentId: record.documentId };
    // Noted while the text that was there is known: what stayed of it keeps its origin (N14).
    await context.origins.read(key, chapter, record.version);
    folder.rivals.set(record.documentId, context.clock.now());
  }
  const facts = describeFile(record.path, chapter, changed ? undefined : record);
  const noted = { ...(closing ? withFence(record, closing) : record), ...facts };
  saveFound(context.database, folder, noted, 'present');
  setPresent(folder, noted);
  keepInMemory(context.cache, record.documentId, chapter);
  if (changed) {
    context.events.emit('document:changed', {
      projectId: folder.projectId,
      documentId: record.documentId,
      version: chapter.version,
      origin: 'outside',
    });
  }
  if (changed || closing) context.announce(folder);
  if (closing) tellFenced(context, [record.path]);
  return noted;
};
