/** Changes of what is decided about chapters, and synopses that were made of a text and are taken later (E3). */
import type { Parsed } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { DocumentsContext } from './context.ts';
import type { OpenFolder } from './open-folder.ts';
import type { DocumentRecord } from './record.ts';
import type { DocumentsService } from './service.ts';
import { isSynopsisStale, minHash, synopsisMark } from './synopsis-mark.ts';
import { updateChapter } from './update-chapter.ts';

type Folders = {
  recordOf(projectId: string, documentId: string): DocumentRecord;
  infoOf(folder: OpenFolder, documentId: string): DocumentInfo;
  change<T>(
    projectId: string,
    work: (folder: OpenFolder) => Promise<T>,
    inRecords?: boolean,
  ): Promise<T>;
};

export const createUpdates = (
  context: DocumentsContext,
  { recordOf, infoOf, change }: Folders,
): Pick<DocumentsService, 'update' | 'synopses'> => {
  const update = (input: Parsed<'documents:update'>, mark?: string): Promise<DocumentInfo> =>
    change(
      input.projectId,
      async (folder) => {
        await updateChapter(context, folder, input, mark);
        return infoOf(folder, input.documentId);
      },
      input.title === undefined && input.order === undefined,
    );
  return {
    update: async (input) => update(input),
    synopses: {
      markOf: ({ text, version }) => synopsisMark({ version, minHash: minHash(text) }),
      ownMark: (projectId, documentId) => recordOf(projectId, documentId).synopsisVersion,
      isStale: (projectId, documentId, mark) =>
        isSynopsisStale(mark, recordOf(projectId, documentId)),
      isTrue: (projectId, documentId) => {
        const record = recordOf(projectId, documentId);
        return record.synopsis !== '' && !isSynopsisStale(record.synopsisVersion, record);
      },
      keepTrue: async (projectId, documentId, text) =>
        change(
          projectId,
          async (folder) => {
            const { synopsis, version } = recordOf(projectId, documentId);
            if (synopsis === '' || version !== text.version) return;
            const mark = synopsisMark({ version, minHash: minHash(text.text) });
            await updateChapter(context, folder, { projectId, documentId, synopsis }, mark);
          },
          true,
        ),
      reword: async ({ projectId, documentId, expected, synopsis }) =>
        change(
          projectId,
          async (folder) => {
            const { title, ...found } = recordOf(projectId, documentId);
            if (found.synopsis !== expected) {
              const words = 'The synopsis changed meanwhile.';
              throw new AppError('DOCUMENT_CONFLICT', words, { documentId, title });
            }
            const mark = found.synopsisVersion ?? undefined;
            await updateChapter(context, folder, { projectId, documentId, synopsis }, mark);
          },
          true,
        ),
      write: async ({ mark, ...input }) => update(input, mark),
    },
  };
};
