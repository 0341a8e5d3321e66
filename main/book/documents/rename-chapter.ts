/** Another title for a chapter. */
import { basename, dirname, extname } from 'node:path';
import { fileNameFor } from '#shared/domain/file-name.ts';
import { AppError } from '#shared/errors.ts';
import { inFolder, stemFor } from './chapter-path.ts';
import type { DocumentsContext } from './context.ts';
import { explainReadFailure } from './file-errors.ts';
import { keepLateEdit } from './late-edit.ts';
import { moveFile, refuseTakenName } from './move-file.ts';
import { type OpenFolder, setPresent } from './open-folder.ts';
import type { DocumentRecord } from './record.ts';
import { saveDocument } from './store.ts';
import { isSynopsisStale, synopsisMark } from './synopsis-mark.ts';
import { firstHeading, headingWords } from './title.ts';
import { withLatest, writeText } from './write-text.ts';

/** Another heading tells no other story: a synopsis that was true stays true. */
const keepSynopsis = (before: DocumentRecord, renamed: DocumentRecord): DocumentRecord =>
  before.synopsisVersion !== null && !isSynopsisStale(before.synopsisVersion, before)
    ? { ...renamed, synopsisVersion: synopsisMark(renamed) }
    : renamed;

/** What words read as in a heading. */
const titleIn = (words: string, given: string): string =>
  firstHeading(`# ${words}`)?.title ?? given;

/** `heading`: the words of one that reads as the title, with the marks that it had. */
export type NewTitle = { title: string; heading?: string | undefined };

/** INVALID_INPUT for a heading that reads otherwise. */
const requireSameTitle = ({ title, heading }: NewTitle): void => {
  if (heading === undefined || firstHeading(`# ${heading}`)?.title === title) return;
  throw new AppError('INVALID_INPUT', 'The heading does not read as the title.', {
    issues: [{ path: 'heading', message: 'another title' }],
  });
};

/**
 * A chapter with a heading has its title there; the file's name follows where it was the title before. Answers the words
 * of the heading before, null where it has none. The caller holds the folder's mutex. INVALID_INPUT, DOCUMENT_NAME_INVALID, DOCUMENT_NAME_TAKEN and what {@link writeText} throws.
 */
export const renameChapter = async (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  given: NewTitle,
): Promise<string | null> => {
  requireSameTitle(given);
  return withLatest(context, folder, documentId, async (record, current) => {
    if (current === null) {
      throw await explainReadFailure(folder.root, record.path, 'ENOENT');
    }
    const heading = firstHeading(current.text);
    const before = heading === null ? null : current.text.slice(heading.start, heading.end);
    const words = given.heading ?? headingWords(given.title);
    const extension = extname(record.path);
    const stem = basename(record.path, extension);
    const namesFile = heading === null || fileNameFor(heading.title) === stem;
    const title = heading === null ? given.title : titleIn(words, given.title);
    const path = inFolder(dirname(record.path), `${stemFor(title)}${extension}`);
    if (namesFile && path !== record.path) await refuseTakenName(folder.root, record.path, path);
    let renamed = record;
    const isAsGiven = given.heading === undefined ? heading?.title === title : before === words;
    if (heading !== null && !isAsGiven) {
      const text = `${current.text.slice(0, heading.start)}${words}${current.text.slice(heading.end)}`;
      const { start: from, end: to } = heading;
      const changes = [{ from, to, inserted: words.length }];
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
    if (renamed !== record) {
      saveDocument(context.database, folder.projectId, renamed, 'present');
      setPresent(folder, renamed);
    }
    return before;
  });
};
