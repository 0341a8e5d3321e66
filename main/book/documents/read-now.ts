/** What a chapter's file holds right now. */
import { explainReadFailure } from './file-errors.ts';
import type { DocumentsContext } from './context.ts';
import type { OpenFolder } from './open-folder.ts';
import { noteFile } from './outside-edit.ts';
import { type ChapterFile, type ReadChapter, readChapterFile } from './read-file.ts';
import { type DocumentRecord, sameStamp } from './record.ts';

/** Another program that wrote so recently may be in the middle of it, ms. */
const restless = 100;
const breath = 15;
/** A file that never comes to rest is taken as it is, ms. */
const longestWait = 300;

const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** Reads a changed file when whoever changed it seems to have finished: two looks alike. */
const readAtRest = async (root: string, record: DocumentRecord): Promise<ReadChapter> => {
  let outcome = await readChapterFile(root, record.path, record.chosenEncoding);
  for (let waited = 0; waited < longestWait; waited += breath) {
    if (outcome.kind !== 'chapter' || outcome.chapter.version === record.version) return outcome;
    if (Math.abs(Date.now() - outcome.chapter.stamp.modifiedAt) > restless) return outcome;
    await wait(breath);
    const again = await readChapterFile(root, record.path, record.chosenEncoding);
    const isSame =
      again.kind === 'chapter' && sameStamp(again.chapter.stamp, outcome.chapter.stamp);
    outcome = again;
    if (isSame) return outcome;
  }
  return outcome;
};

/**
 * The file now, with edits made outside taken note of; null when it is gone. The caller holds the folder's mutex.
 * DOCUMENT_UNREADABLE, PROJECT_FOLDER_MISSING.
 */
export const readNow = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
): Promise<ChapterFile | null> => {
  const outcome = await readAtRest(folder.root, record);
  if (outcome.kind === 'gone') return null;
  if (outcome.kind === 'problem') {
    throw await explainReadFailure(folder.root, record.path, outcome.problem.detail);
  }
  const { chapter } = outcome;
  if (chapter.version !== record.version || !sameStamp(chapter.stamp, record)) {
    await noteFile(context, folder, record, chapter);
  }
  return chapter;
};
