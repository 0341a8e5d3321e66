/** Reads chapters from memory while their files are unchanged. */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentsContext } from './context.ts';
import { explainReadFailure } from './file-errors.ts';
import { stampOfFenceList } from './fences/list-file.ts';
import { syncFences } from './fences/sync.ts';
import type { OpenFolder } from './open-folder.ts';
import { readChapterFile } from './read-file.ts';
import { readNow } from './read-now.ts';
import { type DocumentRecord, type FileStamp, sameStamp } from './record.ts';
import { stampOf } from './scan.ts';
import type { DocumentText } from './service.ts';
import { keepInMemory } from './text-cache.ts';

const isSameList = (known: FileStamp | null, now: FileStamp | null): boolean =>
  known === null || now === null ? known === now : sameStamp(known, now);

/**
 * Reads chapters from memory while their files are unchanged. Calls for the same chapter share one look at the
 * file, so that 500 requests at once cost one `stat` per chapter (S3-32).
 */
export const createTextReader = (
  context: DocumentsContext,
): ((folder: OpenFolder, record: DocumentRecord) => Promise<DocumentText>) => {
  const reading = new Map<string, Promise<DocumentText>>();

  const look = async (folder: OpenFolder, record: DocumentRecord): Promise<FileStamp | null> => {
    try {
      // A link has the stamp of a link, whatever it leads to.
      return stampOf(await lstat(join(folder.root, record.path)));
    } catch (error) {
      // A save may have moved it aside this very moment; the save's turn is waited for.
      if (errorCodeOf(error) === 'ENOENT') return null;
      throw await explainReadFailure(folder.root, record.path, errorCodeOf(error));
    }
  };

  /** The file is not the one on record: what it is now is noted, one at a time with saves. */
  const readChanged = (folder: OpenFolder, record: DocumentRecord): Promise<DocumentText> =>
    folder.mutex.runExclusive(async () => {
      const latest = folder.present.get(record.documentId) ?? record;
      const chapter = await readNow(context, folder, latest);
      if (chapter === null) throw await explainReadFailure(folder.root, latest.path, 'ENOENT');
      return { text: chapter.text, version: chapter.version };
    });

  /** What is read may be sent: a list of fences that came meanwhile is taken in before. */
  const takeFences = async (folder: OpenFolder): Promise<void> => {
    if (isSameList(folder.fenceStamp, await stampOfFenceList(folder.root))) return;
    await folder.mutex.runExclusive(() => syncFences(context, folder));
  };

  const read = async (folder: OpenFolder, record: DocumentRecord): Promise<DocumentText> => {
    await context.records.takeNew(folder.projectId);
    await takeFences(folder);
    const stamp = await look(folder, record);
    if (stamp === null) return readChanged(folder, record);
    const cached = context.cache.get(record.documentId);
    if (cached && sameStamp(cached.stamp, stamp))
      return { text: cached.text, version: cached.version };
    if (!sameStamp(stamp, record)) return readChanged(folder, record);
    const outcome = await readChapterFile(folder.root, record.path, record.chosenEncoding);
    if (outcome.kind !== 'chapter' || outcome.chapter.version !== record.version) {
      return readChanged(folder, record);
    }
    keepInMemory(context.cache, record.documentId, outcome.chapter);
    const { text, version } = outcome.chapter;
    return { text, version };
  };

  return (folder, record) => {
    const shared = reading.get(record.documentId);
    if (shared) return shared;
    const started = read(folder, record).finally(() => reading.delete(record.documentId));
    reading.set(record.documentId, started);
    return started;
  };
};
