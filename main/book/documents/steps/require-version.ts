/** What keeps a chapter out of a split or merge. */
import { AppError } from '#shared/errors.ts';
import type { OpenFolder } from '../open-folder.ts';
import type { ChapterFile } from '../read-file.ts';
import type { DocumentRecord } from '../record.ts';

/** DOCUMENT_CONFLICT when the file holds another text. */
export const requireVersion = (
  { documentId }: DocumentRecord,
  current: ChapterFile | null,
  version: string,
): void => {
  if (current?.version === version) return;
  const details = { documentId, ...(current ? { version: current.version } : {}) };
  throw new AppError('DOCUMENT_CONFLICT', 'The chapter changed meanwhile.', details);
};

/** DOCUMENT_CONFLICT, DOCUMENT_ENCODING_UNSURE: a person must choose before the chapter's text goes anywhere. */
export const requireSettled = (
  { conflicts }: OpenFolder,
  { documentId }: DocumentRecord,
  { decoded }: ChapterFile,
): void => {
  if (conflicts.has(documentId)) {
    const details = { documentId };
    throw new AppError('DOCUMENT_CONFLICT', 'Two texts of the chapter wait for a choice.', details);
  }
  if (!decoded.unsure) return;
  const details = { documentId, encoding: decoded.encoding };
  throw new AppError('DOCUMENT_ENCODING_UNSURE', 'The encoding must be chosen first.', details);
};
