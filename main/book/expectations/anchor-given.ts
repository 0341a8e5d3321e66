/** What a caller gave of a place and an item, as it is stored: with the text that makes it known again. */
import {
  type ExpectationPlace,
  type ExpectedItem,
  maxExpectedPassage,
} from '#shared/domain/expectation.ts';
import { AppError } from '#shared/errors.ts';
import type { DocumentsService } from '../documents/service.ts';
import type { StoredItem, StoredPlace } from '../record-source.ts';
import { anchorPassage, anchorPlace } from './anchored.ts';

type Documents = Pick<DocumentsService, 'read' | 'info'>;

const invalid = (words: string): AppError => new AppError('EXPECTATION_INVALID', words);

/** DOCUMENT_NOT_FOUND, CONTEXT_CURSOR_OUTSIDE, and the errors of reading. */
export const storePlace = async (
  documents: Documents,
  projectId: string,
  at: ExpectationPlace,
): Promise<StoredPlace> => {
  if ('every' in at) {
    for (const end of [at.from, at.before]) if (end) documents.info(projectId, end.documentId);
    const { from, before } = at;
    return { every: true, ...(from ? { from } : {}), ...(before ? { before } : {}) };
  }
  const { documentId } = documents.info(projectId, at.documentId);
  if (!('cursorPosition' in at)) return { documentId };
  const { text } = await documents.read(projectId, documentId);
  const { cursorPosition } = at;
  if (cursorPosition > text.length) {
    const { length } = text;
    const words = `The cursor stands at ${cursorPosition}, the text has ${length} characters.`;
    throw new AppError('CONTEXT_CURSOR_OUTSIDE', words, { cursorPosition, length });
  }
  return anchorPlace(documentId, text, cursorPosition);
};

/** DOCUMENT_NOT_FOUND, EXPECTATION_INVALID for no passage of the chapter, and the errors of reading. */
export const storeItem = async (
  documents: Documents,
  projectId: string,
  item: ExpectedItem,
): Promise<StoredItem> => {
  if (!('documentId' in item)) return item;
  const { documentId } = documents.info(projectId, item.documentId);
  const { text } = await documents.read(projectId, documentId);
  const { start, end } = item;
  if (start >= end || end > text.length || text.slice(start, end).trim() === '') {
    throw invalid('That is no passage of the chapter.');
  }
  if (end - start > maxExpectedPassage) {
    throw invalid(`A passage has at most ${maxExpectedPassage} characters.`);
  }
  return anchorPassage(documentId, text, item);
};
