/** A volume is a folder: chapters that go to another one take their files along (W1). */
import { rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { withHidden } from './binder-order.ts';
import { inFolder } from './chapter-path.ts';
import type { DocumentsContext } from './context.ts';
import { explainWriteFailure } from './file-errors.ts';
import { keepOrder } from './move-chapter.ts';
import { findPathFor, moveFile } from './move-file.ts';
import { binderOrder, type OpenFolder, setPresent } from './open-folder.ts';
import type { DocumentRecord } from './record.ts';
import { saveDocument } from './store.ts';
import { titleOf } from './title.ts';
import { requireUsablePath } from './usable-path.ts';

/** What a folder answers that is not removed because somebody else has something in it, or has it open. */
const keptCodes = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT', 'EBUSY', 'EPERM', 'EACCES']);

/** A folder in which nothing is left is no volume any more. */
const removeEmptyFolders = async (root: string, folder: string): Promise<void> => {
  for (let empty = folder; empty !== '.' && empty !== ''; empty = dirname(empty)) {
    try {
      await rmdir(join(root, empty));
    } catch (error) {
      if (keptCodes.has(errorCodeOf(error))) return;
      throw await explainWriteFailure(root, error);
    }
  }
};

/** A title that is only the file's name follows it. */
const titleAt = (record: DocumentRecord, path: string): string =>
  record.title === titleOf('', record.path) ? titleOf('', path) : record.title;

/**
 * Puts chapters into a volume; their order stays. A name that is taken there gets a number. The caller holds the folder's
 * mutex. DOCUMENT_NAME_INVALID for a folder that not every system takes, and what {@link moveFile} throws: what was moved
 * before stays moved.
 * @param volume folder inside the project, with forward slashes; '' for its top
 */
export const moveToVolume = async (
  context: DocumentsContext,
  folder: OpenFolder,
  records: readonly DocumentRecord[],
  volume: string,
): Promise<void> => {
  await requireUsablePath(folder, inFolder(volume, 'x.md'));
  // Folders suggest an order as long as the writer made none: the one that is shown is to stay.
  keepOrder(context, folder, withHidden(binderOrder(folder), folder.manualOrder));
  for (const record of records) {
    const wanted = inFolder(volume, basename(record.path));
    if (wanted === record.path) continue;
    const path = await findPathFor(folder.root, record.path, wanted);
    await moveFile(folder.root, record.path, path);
    const moved = { ...record, path, title: titleAt(record, path) };
    saveDocument(context.database, folder.projectId, moved, 'present');
    setPresent(folder, moved);
    await removeEmptyFolders(folder.root, dirname(record.path));
  }
};
