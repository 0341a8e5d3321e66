/** Another title for a chapter. */
import { basename, dirname, extname } from 'node:path';
import { fileNameFor } from '#shared/domain/file-name.ts';
import { inFolder, stemFor } from './chapter-path.ts';
import type { DocumentsContext } from './context.ts';
import { explainWriteFailure } from './file-errors.ts';
import { moveFile, refuseTakenName } from './move-file.ts';
import { type OpenFolder, setPresent } from './open-folder.ts';
import type { DocumentRecord } from './record.ts';
import { readNow, writeText } from './save.ts';
import { saveDocument } from './store.ts';
import { firstHeading } from './title.ts';

/**
 * A chapter with a heading has its title there; the file's name follows where it was the title before. The caller holds
 * the folder's mutex. DOCUMENT_NAME_INVALID, DOCUMENT_NAME_TAKEN and what {@link writeText} throws.
 */
export const renameChapter = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
  title: string,
): Promise<void> => {
  const current = await readNow(context, folder, record);
  if (current === null) {
    throw await explainWriteFailure(
      folder.root,
      Object.assign(new Error('gone'), { code: 'ENOENT' }),
    );
  }
  const latest = folder.present.get(record.documentId) ?? record;
  const heading = firstHeading(current.text);
  const extension = extname(latest.path);
  const stem = basename(latest.path, extension);
  const namesFile = heading === null || fileNameFor(heading.title) === stem;
  const path = inFolder(dirname(latest.path), `${stemFor(title)}${extension}`);
  if (namesFile && path !== latest.path) await refuseTakenName(folder.root, latest.path, path);
  let renamed = latest;
  if (heading !== null && heading.title !== title) {
    const text = `${current.text.slice(0, heading.start)}${title}${current.text.slice(heading.end)}`;
    renamed = await writeText(context, folder, latest, current, text, 'save');
  }
  if (!namesFile || path === latest.path) return;
  await moveFile(folder.root, latest.path, path);
  const moved = { ...renamed, path, title };
  saveDocument(context.database, folder.projectId, moved, 'present');
  setPresent(folder, moved);
};
