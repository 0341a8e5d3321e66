/** Changes of what is decided about chapters, and synopses that were made of a text and are taken later (E3). */
import type { Parsed } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { DocumentsContext } from './context.ts';
import { type OpenFolder, setPresent } from './open-folder.ts';
import type { DocumentRecord } from './record.ts';
import type { DocumentsService } from './service.ts';
import { saveDocument } from './store.ts';
import { isSynopsisStale, minHash, synopsisMark } from './synopsis-mark.ts';
import { updateChapter } from './update-chapter.ts';

type Folders = {
  /** PROJECT_CLOSED. */
  folderOf(projectId: string): OpenFolder;
  recordOf(projectId: string, documentId: string): DocumentRecord;
  infoOf(folder: OpenFolder, documentId: string): DocumentInfo;
  change<T>(
    projectId: string,
    work: (folder: OpenFolder) => Promise<T>,
    inRecords?: boolean,
  ): Promise<T>;
};

/** No text is the one that such a synopsis was written for. */
const markOfNoText = '';

export const createUpdates = (
  context: DocumentsContext,
  { folderOf, recordOf, infoOf, change }: Folders,
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
  const store = (folder: OpenFolder, record: DocumentRecord): void => {
    saveDocument(context.database, folder.projectId, record, 'present');
    setPresent(folder, record);
  };
  return {
    update: async ({ synopsisStale, ...input }) =>
      update(input, synopsisStale ? markOfNoText : undefined),
    synopses: {
      markOf: ({ text, version }) => synopsisMark({ version, minHash: minHash(text) }),
      ownMark: (projectId, documentId) => recordOf(projectId, documentId).synopsisVersion,
      isStale: (projectId, documentId, mark) =>
        isSynopsisStale(mark, recordOf(projectId, documentId)),
      isTrue: (projectId, documentId) => {
        const record = recordOf(projectId, documentId);
        return record.synopsis !== '' && !isSynopsisStale(record.synopsisVersion, record);
      },
      keepTrue: async (projectId, documentId, version) =>
        change(
          projectId,
          async (folder) => {
            const record = recordOf(projectId, documentId);
            if (record.synopsis === '' || record.version !== version) return;
            const wasStale = isSynopsisStale(record.synopsisVersion, record);
            store(folder, { ...record, synopsisVersion: synopsisMark(record) });
            if (wasStale) context.announce(folder);
          },
          true,
        ),
      reword: async ({ projectId, documentId, expected, synopsis }) =>
        change(
          projectId,
          async (folder) => {
            const record = recordOf(projectId, documentId);
            if (record.synopsis !== expected) {
              const { title } = record;
              const words = 'The synopsis changed meanwhile.';
              throw new AppError('DOCUMENT_CONFLICT', words, { documentId, title });
            }
            store(folder, { ...record, synopsis });
          },
          true,
        ),
      tell: (projectId) => context.announce(folderOf(projectId)),
      write: async ({ mark, ...input }) => update(input, mark),
    },
  };
};
