/** Another title for a chapter. */
import { basename, dirname, extname } from 'node:path';
import { fileNameFor } from '#shared/domain/file-name.ts';
import { inFolder, stemFor } from './chapter-path.ts';
import type { DocumentsContext } from './context.ts';
import { explainReadFailure } from './file-errors.ts';
import { keepLateEdit } from './late-edit.ts';
import { moveFile, refuseTakenName } from './move-file.ts';
import { type OpenFolder, setPresent } from './open-folder.ts';
import type { DocumentRecord } from './record.ts';
import { saveDocument } from './store.ts';
import { isSynopsisStale, synopsisMark } from './synopsis-mark.ts';
import { firstHeading } from './title.ts';
import { withLatest, writeText } from './write-text.ts';

/** Another heading tells no other story: a synopsis that was true stays true. */
const keepSynopsis = (before: DocumentRecord, renamed: DocumentRecord): DocumentRecord =>
  before.synopsisVersion !== null && !isSynopsisStale(before.synopsisVersion, before)
    ? { ...renamed, synopsisVersion: synopsisMark(renamed) }
    : renamed;

/**
 * A chapter with a heading has its title there; the file's name follows where it was the title before. The caller holds
 * the folder's mutex. DOCUMENT_NAME_INVALID, DOCUMENT_NAME_TAKEN and what {@link writeText} throws.
 */
export const renameChapter = async (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  title: string,
): Promise<void> =>
  withLatest(context, folder, documentId, async (record, current) => {
    if (current === null) {
      throw await explainReadFailure(folder.root, record.path, 'ENOENT');
    }
    const heading = firstHeading(current.text);
    const extension = extname(record.path);
    const stem = basename(record.path, extension);
    const namesFile = heading === null || fileNameFor(heading.title) === stem;
    const path = inFolder(dirname(record.path), `${stemFor(title)}${extension}`);
    if (namesFile && path !== record.path) await refuseTakenName(folder.root, record.path, path);
    let renamed = record;
    if (heading !== null && heading.title !== title) {
      const text = `${current.text.slice(0, heading.start)}${title}${current.text.slice(heading.end)}`;
      const { start: from, end: to } = heading;
      const changes = [{ from, to, inserted: title.length }];
      const made = { kind: 'changes', changes, code: 'typed' } as const;
      const write = { record, current, text, reason: 'save', made } as const;
      const written = await writeText(context, folder, write);
      const latest = await keepLateEdit(context, folder, written, { before: current, text });
      renamed = latest.text === text ? keepSynopsis(record, latest.record) : latest.record;
    }
    if (namesFile && path !== record.path) {
      await moveFile(folder.root, record.path, path);
      renamed = { ...renamed, path, title };
    }
    if (renamed === record) return;
    saveDocument(context.database, folder.projectId, renamed, 'present');
    setPresent(folder, renamed);
  });
