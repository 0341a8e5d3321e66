/** Conflict copies become texts of the chapter they are copies of; they are no chapters (B4). */
import { errorCodeOf } from '#main/system-code.ts';
import type { ScanProblem } from '#shared/domain/project.ts';
import { certainOriginal, possibleOriginal } from './conflict-copy.ts';
import { keepText } from './conflicts.ts';
import type { DocumentsContext } from './context.ts';
import { findFreePath, moveFile } from './move-file.ts';
import type { OpenFolder } from './open-folder.ts';
import { readChapterFile } from './read-file.ts';
import type { DocumentRecord } from './record.ts';

const binFolder = '.fabula/trash';

const originalOf = (folder: OpenFolder, path: string): DocumentRecord | null => {
  const original = certainOriginal(path) ?? possibleOriginal(path);
  return [...folder.present.values()].find((record) => record.path === original) ?? null;
};

const takeCopy = async (
  context: DocumentsContext,
  folder: OpenFolder,
  path: string,
): Promise<boolean> => {
  const record = originalOf(folder, path);
  if (!record || folder.readOnly !== null) return false;
  const outcome = await readChapterFile(folder.root, path, record.chosenEncoding);
  if (outcome.kind !== 'chapter') return outcome.kind === 'gone';
  const { text, version } = outcome.chapter;
  const key = { projectId: folder.projectId, documentId: record.documentId };
  if (version !== record.version && !context.snapshots.has(key, version)) {
    const kept = { text, baseVersion: record.version, draftId: null, origin: 'outside' } as const;
    await keepText(context, folder, record.documentId, kept);
  }
  const name = path.slice(path.lastIndexOf('/') + 1);
  await moveFile(folder.root, path, await findFreePath(folder.root, `${binFolder}/${name}`));
  return true;
};

/**
 * Keeps the text of each copy beside its chapter, for the writer to compare, and puts the file into the book's bin. Those
 * whose chapter is gone, or that cannot be moved, stay where they are and are named. The caller holds the mutex.
 */
export const takeCopies = async (
  context: DocumentsContext,
  folder: OpenFolder,
  paths: readonly string[],
): Promise<void> => {
  for (const path of paths) {
    let detail = '';
    try {
      if (await takeCopy(context, folder, path)) {
        folder.problems.delete(path);
        continue;
      }
    } catch (error) {
      detail = errorCodeOf(error);
      context.logger.log('warn', 'a conflict copy could not be taken in', { code: detail });
    }
    const problem: ScanProblem = { path, problem: 'conflictCopy', detail };
    folder.problems.set(path, problem);
  }
};
