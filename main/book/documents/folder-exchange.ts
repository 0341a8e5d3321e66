/** Lets another room bring files into a book's folder while nothing of this program writes there. */
import { refreshFolder } from './attach.ts';
import type { DocumentsContext } from './context.ts';
import { keepBeside } from './keep-beside.ts';
import type { OpenFolder } from './open-folder.ts';
import type { OpenedFolders } from './opened-folders.ts';
import type { DocumentsService } from './service.ts';

/** Runs one change at a time. PROJECT_LOCKED, PROJECT_FOLDER_UNWRITABLE. */
type Change = <T>(projectId: string, work: (folder: OpenFolder) => Promise<T>) => Promise<T>;

export const createFolderExchange = (
  context: DocumentsContext,
  opened: Pick<OpenedFolders, 'find' | 'require'>,
  change: Change,
): Pick<DocumentsService, 'exchangeFiles' | 'countFenced'> => ({
  async exchangeFiles(projectId, work) {
    try {
      return await change(projectId, (folder) =>
        work((other) => keepBeside(context, folder, other)),
      );
    } finally {
      const folder = opened.find(projectId);
      if (folder) await refreshFolder(context, folder, null);
    }
  },
  countFenced(projectId) {
    const { present, missing, deleted, fencesUnknown, withheld } = opened.require(projectId);
    const all = [present, missing, deleted].flatMap((records) => [...records.values()]);
    return all.filter(
      ({ documentId, fence }) => fence !== null || fencesUnknown || withheld.has(documentId),
    ).length;
  },
});
