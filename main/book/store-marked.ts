/** What a caller marked, as it is stored: with the text that makes it known again. */
import { anchorPlace } from '#main/base/anchors/place-anchor.ts';
import { maxMarkedText } from '#shared/domain/thread.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import type { DocumentsService } from './documents/service.ts';
import type { StoredMark } from './record-source.ts';

/** UTF-16 code units of the chapter's text; `quote`: what the caller saw there. */
export type GivenMark = {
  documentId: string;
  start: number;
  end: number;
  quote?: string | undefined;
};

export type StoreMarked = (projectId: string, given: GivenMark) => Promise<StoredMark>;

/** Throws DOCUMENT_NOT_FOUND, `code` for no text of the chapter, and the errors of reading. */
export const createStoreMarked =
  (documents: Pick<DocumentsService, 'read' | 'info'>, code: ErrorCode): StoreMarked =>
  async (projectId, { documentId: given, start, end, quote }) => {
    const invalid = (words: string): AppError => new AppError(code, words);
    const { documentId } = documents.info(projectId, given);
    const { text } = await documents.read(projectId, documentId);
    const marked = text.slice(start, end);
    if (start >= end || end > text.length || marked.trim() === '') {
      throw invalid('That is no text of the chapter.');
    }
    if (quote !== undefined && quote !== marked) {
      throw invalid('Another text stands there by now.');
    }
    if (end - start > maxMarkedText) {
      throw invalid(`A marked place has at most ${maxMarkedText} characters.`);
    }
    return { documentId, ...anchorPlace(text, { start, end }) };
  };
