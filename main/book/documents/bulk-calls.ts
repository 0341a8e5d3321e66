/** Chapters that come or go many at once: an import and what takes it back (B10), volumes (W1). */
import type { DocumentsContext } from './context.ts';
import { createChapters } from './create-chapters.ts';
import { syncFences } from './fences/sync.ts';
import { moveToVolume } from './move-to-volume.ts';
import { documentInfos, type OpenFolder } from './open-folder.ts';
import type { OpenedFolders } from './opened-folders.ts';
import type { DocumentRecord } from './record.ts';
import type { DocumentsService } from './service.ts';
import { removeUnchanged } from './trash.ts';

type BulkCalls = Pick<
  DocumentsService,
  'createAll' | 'removeUnchanged' | 'keepImported' | 'toVolume'
>;

export const createBulkCalls = (
  context: DocumentsContext,
  {
    opened,
    change,
    recordOf,
  }: {
    opened: Pick<OpenedFolders, 'require' | 'pauseWatch'>;
    /** Runs one change at a time, refused in a read-only project. */
    change<T>(projectId: string, work: (folder: OpenFolder) => Promise<T>): Promise<T>;
    /** DOCUMENT_NOT_FOUND. */
    recordOf(folder: OpenFolder, documentId: string): DocumentRecord;
  },
): BulkCalls => {
  /** Nobody watches meanwhile, and the page is told once, also of what was done before a failure. */
  const changeMany = <T>(projectId: string, work: (folder: OpenFolder) => Promise<T>): Promise<T> =>
    change(projectId, async (folder) => {
      const watchAgain = opened.pauseWatch(projectId);
      try {
        return await work(folder);
      } finally {
        watchAgain();
        context.announce(folder);
      }
    });

  return {
    createAll: ({ projectId, ...request }) =>
      changeMany(projectId, async (folder) => {
        if (request.afterDocumentId !== null) recordOf(folder, request.afterDocumentId);
        const created = await createChapters(context, folder, request);
        await syncFences(context, folder);
        return created;
      }),
    removeUnchanged: (projectId, chapters) =>
      changeMany(projectId, async (folder) => {
        try {
          return await removeUnchanged(context, folder, chapters);
        } finally {
          await syncFences(context, folder);
        }
      }),
    toVolume: async ({ projectId, documentIds, volume, isRename = false }) =>
      changeMany(projectId, async (folder) => {
        const records = [...new Set(documentIds)].map((one) => recordOf(folder, one));
        try {
          await moveToVolume(context, folder, { records, volume, isRename });
        } finally {
          await syncFences(context, folder);
        }
        return [...documentInfos(folder).values()];
      }),
    async keepImported({ projectId, documentId, text, file, isBeforeChanges }) {
      recordOf(opened.require(projectId), documentId);
      const cause = { kind: 'import', file, isBeforeChanges } as const;
      await context.snapshots.add({ projectId, documentId }, text, 'import', { cause });
    },
  };
};
