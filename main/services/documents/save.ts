import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SnapshotReason } from '#shared/domain/project.ts';
import { AppError } from '#shared/errors.ts';
import { endConflict, keepConflict } from './conflicts.ts';
import type { DocumentsContext } from './context.ts';
import { countText } from './count.ts';
import { explainReadFailure, explainWriteFailure } from './file-errors.ts';
import { withLineEndsOf, withPlainLineEnds } from './line-ends.ts';
import { mergeEdits } from './merge.ts';
import { type OpenFolder, setPresent } from './open-folder.ts';
import { noteFile } from './outside-edit.ts';
import { type ChapterFile, readChapterFile } from './read-file.ts';
import { type DocumentRecord, sameStamp } from './record.ts';
import { errorCodeOf, largestFile } from './scan.ts';
import { saveDocument } from './store.ts';
import { encodeFile } from './text-encoding.ts';
import { titleOf } from './title.ts';
import { versionOf } from './version.ts';
import { writeFileAtomically } from './write-file.ts';

/**
 * The text as it can be stored: `\n` line ends and no byte order mark of its own. INVALID_INPUT for NUL
 * characters (the file would no longer be text), DOCUMENT_TOO_LARGE beyond what can be opened again.
 */
export const acceptText = (text: string): string => {
  if (text.includes('\0')) throw new AppError('INVALID_INPUT', 'The text holds NUL characters.');
  const accepted = withPlainLineEnds(text).replace(/^\ufeff+/, '');
  const size = Buffer.byteLength(accepted, 'utf8');
  if (size > largestFile) {
    throw new AppError('DOCUMENT_TOO_LARGE', 'The chapter is too large to be opened again.', {
      size,
      limit: largestFile,
    });
  }
  return accepted;
};

/** The file now, with edits made outside taken note of; null when it is gone. */
export const readNow = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
): Promise<ChapterFile | null> => {
  const outcome = await readChapterFile(folder.root, record.path);
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

/** A folder inside the project that went away is made again; the project's own folder never is. */
const makeFolderFor = async (root: string, path: string): Promise<void> => {
  await stat(root);
  await mkdir(dirname(join(root, path)), { recursive: true });
};

const plainFormat = { encoding: 'UTF-8', byteOrderMark: false };

/** Bytes for `text` in the form the file has, and the file's own bytes where that form cannot give them back. */
const formatText = (
  text: string,
  current: ChapterFile | null,
): ReturnType<typeof encodeFile> & { originalBytes: Buffer | null } => {
  if (current === null) return { ...encodeFile(text, plainFormat), originalBytes: null };
  const { decoded, bytes } = current;
  const encoded = encodeFile(withLineEndsOf(decoded.raw, text), decoded);
  const keepsForm =
    encoded.encoding === decoded.encoding && encodeFile(decoded.raw, decoded).bytes.equals(bytes);
  return { ...encoded, originalBytes: keepsForm ? null : bytes };
};

/** Puts a text that cannot be saved into the journal; returns the error to answer with, which names the journal's file. */
const rescueText = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
  text: string,
  error: unknown,
): Promise<AppError> => {
  const { documentId, version: expectedVersion } = record;
  const entry = { documentId, expectedVersion, savedAt: context.clock.now(), text };
  let journal: string | null = null;
  try {
    journal = await context.journal.keep(folder.projectId, entry);
  } catch (journalError) {
    context.logger.log('error', 'a text that could not be saved could not be kept either', {
      documentId,
      code: errorCodeOf(journalError),
    });
  }
  const details = { documentId, journal };
  if (!(error instanceof AppError)) return explainWriteFailure(folder.root, error, details);
  return new AppError(
    error.code,
    error.message,
    { ...error.details, ...details },
    { cause: error },
  );
};

/**
 * Writes a chapter's text; the caller holds the mutex and has checked versions. What the file held is kept as a
 * snapshot first when nothing else has it. When the file cannot be written the text goes to the journal, and the
 * error's details name it. DISK_FULL, PROJECT_FOLDER_MISSING, PROJECT_FOLDER_UNWRITABLE, FILE_WRITE_FAILED.
 */
export const writeText = async (
  context: DocumentsContext,
  folder: OpenFolder,
  before: DocumentRecord,
  current: ChapterFile | null,
  text: string,
  reason: SnapshotReason,
): Promise<DocumentRecord> => {
  const { projectId } = folder;
  const { documentId } = before;
  const key = { projectId, documentId };
  const version = versionOf(text);
  let written: ReturnType<typeof formatText>;
  let stamp: Awaited<ReturnType<typeof writeFileAtomically>>;
  try {
    written = formatText(text, current);
    const isKept = current === null || context.snapshots.has(key, current.version);
    if (current && (!isKept || written.originalBytes)) {
      await context.snapshots.add(key, current.text, 'outsideEdit', {
        ...(written.originalBytes ? { originalBytes: written.originalBytes } : {}),
      });
    }
    if (current === null) await makeFolderFor(folder.root, before.path);
    stamp = await writeFileAtomically(join(folder.root, before.path), written.bytes);
  } catch (error) {
    throw await rescueText(context, folder, before, text, error);
  }

  const record: DocumentRecord = {
    ...before,
    ...stamp,
    ...countText(text),
    version,
    title: titleOf(text, before.path),
    encoding: written.encoding,
    encodingGuessed:
      current?.decoded.guessed === true && written.encoding === current.decoded.encoding,
  };
  setPresent(folder, record);
  folder.superseded.delete(documentId);
  context.cache.set(documentId, { stamp, version, text });
  try {
    saveDocument(context.database, projectId, record, 'present');
    await context.snapshots.add(key, text, reason);
    await context.journal.remove(projectId, documentId);
    endConflict(context, folder, documentId);
  } catch (error) {
    // The chapter itself is safe on disk; failing the call would make the writer save it again and again.
    context.logger.log('error', 'a saved chapter could not be recorded', {
      documentId,
      code: errorCodeOf(error),
    });
    context.events.emit('host:notice', {
      code: 'DISK_FULL',
      message: 'The chapter was saved, but its history could not be written to the data folder.',
    });
  }
  context.events.emit('document:changed', { projectId, documentId, version, origin: 'fabula' });
  if (record.title !== before.title) context.announce(folder);
  return record;
};

export type SaveRequest = {
  text: string;
  expectedVersion: string;
  reason: 'save' | 'autosave';
  allowEmpty: boolean;
};

const isBlank = (text: string): boolean => text.trim() === '';

/**
 * Saves one chapter; the caller holds the mutex. `merged` when the file held an outside edit of other
 * paragraphs, and now holds both. DOCUMENT_CONFLICT, DOCUMENT_EMPTY_OVERWRITE and what {@link writeText} throws.
 */
export const saveText = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
  request: SaveRequest,
): Promise<{ record: DocumentRecord; merged: boolean }> => {
  const { expectedVersion, reason } = request;
  let text = acceptText(request.text);
  let current: ChapterFile | null;
  try {
    current = await readNow(context, folder, record);
  } catch (error) {
    throw await rescueText(context, folder, record, text, error);
  }
  const known = folder.present.get(record.documentId) ?? record;
  let merged = false;
  if (current && versionOf(text) === current.version) {
    endConflict(context, folder, record.documentId);
    return { record: known, merged };
  }
  if (current && current.version !== expectedVersion) {
    const isOutside = folder.superseded.get(record.documentId)?.includes(expectedVersion) === true;
    const base = isOutside
      ? await context.snapshots.textOf(folder.projectId, expectedVersion)
      : null;
    const both = base === null ? null : mergeEdits(base, text, current.text);
    if (both === null) {
      throw await keepConflict(
        context,
        folder,
        record.documentId,
        text,
        expectedVersion,
        current.version,
      );
    }
    text = both;
    merged = true;
  }
  if (isBlank(text) && current && !isBlank(current.text) && !request.allowEmpty) {
    throw new AppError('DOCUMENT_EMPTY_OVERWRITE', 'Saving would empty a chapter that has text.', {
      documentId: record.documentId,
    });
  }
  return { record: await writeText(context, folder, known, current, text, reason), merged };
};
