/** The chapters before the one being written, for a book that goes whole (E2). */
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { AssembleRequest } from '#shared/contract/context.ts';
import type { EarlierChapter } from './assembly-input.ts';

/** Looked at side by side; more would only wait for the same disk. */
const atOnce = 16;

export type EarlierRead = {
  chapters: EarlierChapter[];
  /** What kept the first unreadable one from being read: no error of the request. */
  failure?: unknown;
};

/** In the order of the book. A chapter that cannot be read is among them, without a text. */
export const readEarlierChapters = async (
  documents: Pick<DocumentsService, 'list' | 'info' | 'read'>,
  { projectId, documentId }: AssembleRequest,
): Promise<EarlierRead> => {
  const { order } = documents.info(projectId, documentId);
  const before = documents.list(projectId).slice(0, order);
  const chapters: EarlierChapter[] = [];
  const failures: unknown[] = [];
  const readOne = async (id: string): Promise<EarlierChapter> => {
    try {
      return { documentId: id, ...(await documents.read(projectId, id)) };
    } catch (failure) {
      failures.push(failure);
      return { documentId: id, version: '', text: null };
    }
  };
  for (let from = 0; from < before.length; from += atOnce) {
    const batch = before.slice(from, from + atOnce);
    chapters.push(...(await Promise.all(batch.map((one) => readOne(one.documentId)))));
  }
  return failures.length === 0 ? { chapters } : { chapters, failure: failures[0] };
};
