/**
 * Where a chapter's file is moved for the moment of a save while another program writes it too. A program killed in that
 * moment leaves the chapter there, and the next opening puts it back (F17).
 */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DocumentsContext } from './context.ts';
import { isFree, renameToFreeName } from './move-file.ts';
import type { OpenFolder } from './open-folder.ts';
import { readChapterFile } from './read-file.ts';
import type { DocumentRecord } from './record.ts';

/** ms after an outside edit during which its program is taken to be at work still. */
const rivalTime = 10 * 60_000;

const asideOf = ({ documentId, path }: DocumentRecord): string =>
  join(dirname(path), `.${encodeURIComponent(documentId)}.fabula-was`);

/** The name to move the file to; null while nobody else is known to write it. */
export const findAside = (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
): string | null => {
  const seen = folder.rivals.get(record.documentId);
  return seen !== undefined && context.clock.now() - seen < rivalTime ? asideOf(record) : null;
};

const putBackOne = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
): Promise<void> => {
  const { root, projectId } = folder;
  const aside = asideOf(record);
  if (await isFree(root, aside)) return;
  if (await isFree(root, record.path)) {
    await renameToFreeName(join(root, aside), join(root, record.path));
    return;
  }
  const key = { projectId, documentId: record.documentId };
  const outcome = await readChapterFile(root, aside, record.chosenEncoding);
  if (outcome.kind === 'chapter' && !context.snapshots.has(key, outcome.chapter.version)) {
    const { text, bytes: originalBytes } = outcome.chapter;
    await context.snapshots.add(key, text, 'outsideEdit', { originalBytes });
  }
  await rm(join(root, aside), { force: true });
};

/** The caller holds the folder's mutex. A file that cannot be put back now is logged and stays. */
export const putBackAsides = async (
  context: DocumentsContext,
  folder: OpenFolder,
): Promise<void> => {
  for (const record of [...folder.present.values(), ...folder.missing.values()]) {
    try {
      await putBackOne(context, folder, record);
    } catch (error) {
      context.logger.log('warn', 'a chapter could not be put back from aside', {
        documentId: record.documentId,
        code: errorCodeOf(error),
      });
    }
  }
};
