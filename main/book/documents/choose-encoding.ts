/** In which encoding a chapter's file is read, where that cannot be told for certain. */
import type { EncodingChoice } from '#shared/domain/project.ts';
import { AppError } from '#shared/errors.ts';
import type { DocumentsContext } from './context.ts';
import { explainReadFailure } from './file-errors.ts';
import { type OpenFolder, setPresent } from './open-folder.ts';
import { noteFile } from './outside-edit.ts';
import { readChapterFile } from './read-file.ts';
import type { DocumentRecord } from './record.ts';
import type { DocumentText } from './service.ts';
import { listReadings, offeredEncodings } from './text-readings.ts';

const readFile = async (folder: OpenFolder, record: DocumentRecord, encoding: string | null) => {
  const outcome = await readChapterFile(folder.root, record.path, encoding);
  if (outcome.kind === 'chapter') return outcome.chapter;
  const detail = outcome.kind === 'gone' ? 'ENOENT' : outcome.problem.detail;
  throw await explainReadFailure(folder.root, record.path, detail);
};

/** How the file reads in each encoding that makes sense of it. DOCUMENT_UNREADABLE. */
export const listEncodings = async (
  folder: OpenFolder,
  record: DocumentRecord,
): Promise<{ encoding: string; items: EncodingChoice[] }> => {
  const { bytes } = await readFile(folder, record, record.chosenEncoding);
  const items = listReadings(bytes);
  return { encoding: record.encoding, items };
};

/**
 * Reads the chapter in `encoding` from now on. The caller holds the folder's mutex. INVALID_INPUT for an encoding that
 * is not offered or cannot be read at all, DOCUMENT_UNREADABLE.
 */
export const chooseEncoding = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
  encoding: string,
): Promise<DocumentText> => {
  const chapter = await readFile(folder, record, encoding);
  if (!offeredEncodings.includes(encoding) || chapter.decoded.encoding !== encoding) {
    throw new AppError('INVALID_INPUT', 'The chapter cannot be read in that encoding.', {
      encoding,
    });
  }
  const chosen = { ...record, chosenEncoding: encoding };
  setPresent(folder, chosen);
  await noteFile(context, folder, chosen, chapter);
  // What was read in the wrong encoding is no earlier text of the chapter: a save of it must not be merged.
  folder.superseded.delete(record.documentId);
  context.announce(folder);
  return { text: chapter.text, version: chapter.version };
};
