/** A conflict copy that could not be merged, shown beside its chapter: taken, left, or both in one text (B4). */
import { loadConflicts } from './conflict-store.ts';
import { endConflictOf } from './conflicts.ts';
import type { DocumentsContext } from './context.ts';
import { explainReadFailure } from './file-errors.ts';
import { mergeLateEdit } from './late-edit.ts';
import { joinTexts } from './merge.ts';
import { writeFromOutside } from './merge-into-file.ts';
import type { OpenFolder } from './open-folder.ts';
import { readNow } from './read-now.ts';
import type { CopiesAccess, KeptCopy } from './service.ts';
import { withLatest } from './write-text.ts';

type Asked = { documentId: string; version: string };

/** Text of the kept copy; null where the conflict has ended. */
const keptTextOf = async (
  { database, snapshots }: DocumentsContext,
  { projectId }: OpenFolder,
  { documentId, version }: Asked,
): Promise<string | null> => {
  const key = { projectId, documentId };
  const isKept = loadConflicts(database, key).some(
    ({ snapshotId }) => snapshots.versionOf(key, snapshotId) === version,
  );
  return isKept ? snapshots.textOf(projectId, version) : null;
};

const readCopy = async (
  context: DocumentsContext,
  folder: OpenFolder,
  asked: Asked,
): Promise<KeptCopy | null> => {
  const text = await keptTextOf(context, folder, asked);
  if (text === null) return null;
  return folder.mutex.runExclusive(async () => {
    // As it is now: what was decided while others had the folder holds.
    const record = folder.present.get(asked.documentId);
    const file = record && (await readNow(context, folder, record));
    return file ? { title: record.title, here: file.text, came: text } : null;
  });
};

/** The caller holds the folder's mutex. Errors: those of {@link writeFromOutside}. */
const settleCopy = async (
  context: DocumentsContext,
  folder: OpenFolder,
  asked: Asked,
  choice: 'take' | 'keep' | 'both',
): Promise<void> => {
  const { documentId, version } = asked;
  const came = await keptTextOf(context, folder, asked);
  if (came === null) return;
  if (choice !== 'keep') {
    const merged = await withLatest(context, folder, documentId, async (record, current) => {
      if (current === null) throw await explainReadFailure(folder.root, record.path, 'ENOENT');
      const both = choice === 'take' ? came : joinTexts(current.text, came);
      const texts = { before: current.text, came, both };
      return writeFromOutside(context, folder, { record, current }, texts);
    });
    const { late, before } = merged;
    if (late) await mergeLateEdit(context, folder, documentId, { before, bytes: late });
    context.events.emit('document:changed', {
      ...{ projectId: folder.projectId, documentId, origin: 'outside' },
      version: folder.present.get(documentId)?.version ?? merged.record.version,
    });
  }
  endConflictOf(context, folder, documentId, { draftId: null, version });
};

/** `change`: runs while nobody else writes in the folder. */
export const createCopies = (
  context: DocumentsContext,
  folders: {
    require(projectId: string): OpenFolder;
    change<T>(projectId: string, work: (folder: OpenFolder) => Promise<T>): Promise<T>;
  },
): CopiesAccess => ({
  read: (projectId, documentId, version) =>
    readCopy(context, folders.require(projectId), { documentId, version }),
  settle: (projectId, { documentId, version }, choice) =>
    folders.change(projectId, (folder) =>
      settleCopy(context, folder, { documentId, version }, choice),
    ),
});
