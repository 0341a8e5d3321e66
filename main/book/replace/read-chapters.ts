/** The chapters of a book one after another, so that no one else waits long. */
import type { DocumentInfo } from '#shared/domain/project.ts';
import { AppError } from '#shared/errors.ts';
import type { DocumentsService } from '../documents/service.ts';

export type Chapter = { document: DocumentInfo } & (
  | { text: string; version: string }
  | { text: null; version: null }
);

/** In binder order; `text` is null where the file cannot be read. An aborted `signal` throws its reason. */
export async function* readChapters(
  documents: Pick<DocumentsService, 'list' | 'read'>,
  projectId: string,
  signal?: AbortSignal,
): AsyncGenerator<Chapter> {
  for (const document of documents.list(projectId)) {
    signal?.throwIfAborted();
    try {
      const { text, version } = await documents.read(projectId, document.documentId);
      yield { document, text, version };
    } catch (error) {
      const gone = ['DOCUMENT_UNREADABLE', 'DOCUMENT_NOT_FOUND'];
      if (!(error instanceof AppError) || !gone.includes(error.code)) throw error;
      yield { document, text: null, version: null };
    }
  }
}
