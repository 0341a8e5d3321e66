/** What a caller marked, as it is stored: with the text that makes it known again. */
import { type MarkedPlace, maxMarkedText } from '#shared/domain/thread.ts';
import { AppError } from '#shared/errors.ts';
import type { DocumentsService } from '../documents/service.ts';
import type { StoredThreadPlace } from '../record-source.ts';
import { anchorPlace } from './place-anchor.ts';

const invalid = (words: string): AppError => new AppError('THREAD_INVALID', words);

/** DOCUMENT_NOT_FOUND, THREAD_INVALID for no text of the chapter, and the errors of reading. */
export const storeMarked = async (
  documents: Pick<DocumentsService, 'read' | 'info'>,
  projectId: string,
  { kind, documentId: given, start, end, quote }: MarkedPlace,
): Promise<StoredThreadPlace> => {
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
  return { kind, documentId, ...anchorPlace(text, { start, end }) };
};
