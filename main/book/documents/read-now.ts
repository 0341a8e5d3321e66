/** What a chapter's file holds right now. */
import { explainReadFailure } from './file-errors.ts';
import type { DocumentsContext } from './context.ts';
import type { OpenFolder } from './open-folder.ts';
import { noteFile } from './outside-edit.ts';
import { keepInMemory } from './text-cache.ts';
import { heldBefore, readAtRest } from './read-at-rest.ts';
import type { ChapterFile } from './read-file.ts';
import { type DocumentRecord, sameStamp } from './record.ts';

/**
 * The file now, with edits made outside taken note of; null when it is gone. The caller holds the folder's mutex.
 * DOCUMENT_UNREADABLE, PROJECT_FOLDER_MISSING.
 */
export const readNow = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
): Promise<ChapterFile | null> => {
  const outcome = await readAtRest(folder.root, heldBefore(context, record));
  if (outcome.kind === 'gone') return null;
  if (outcome.kind === 'problem') {
    throw await explainReadFailure(folder.root, record.path, outcome.problem.detail);
  }
  const { chapter } = outcome;
  if (chapter.version !== record.version || !sameStamp(chapter.stamp, record)) {
    await noteFile(context, folder, record, chapter);
  } else {
    // A look at the folder may have noted it: what another program makes of it next has this text as the one before.
    keepInMemory(context.cache, record.documentId, chapter);
  }
  return chapter;
};
