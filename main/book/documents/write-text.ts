/** Puts a chapter's text into its file and everything that follows from it. */
import { holdsMergeMarks } from '#main/base/text/merge-marks.ts';
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { mkdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SnapshotReason } from '#shared/domain/project.ts';
import type { SnapshotCause } from '#shared/domain/snapshot-cause.ts';
import { AppError } from '#shared/errors.ts';
import { isInside } from '#main/base/files/regular-file.ts';
import type { ExpectedWords, WrittenText } from '../days/service.ts';
import type { MadeText } from '../made-text.ts';
import { findAside } from './aside.ts';
import { endConflictOf } from './conflicts.ts';
import type { DocumentsContext } from './context.ts';
import { countText } from '#shared/count-text.ts';
import { explainWriteFailure } from './file-errors.ts';
import { keepOriginal } from './kept-originals.ts';
import { withLineEndsOf } from './line-ends.ts';
import { type OpenFolder, setPresent } from './open-folder.ts';
import type { ChapterFile } from './read-file.ts';
import { readNow } from './read-now.ts';
import type { DocumentRecord } from './record.ts';
import { ChangedMeanwhile, createFile, replaceFile } from './replace-file.ts';
import { countStandIns } from './stand-ins.ts';
import { saveDocument } from './store.ts';
import { type DecodedFile, type EncodedFile, encodeFile } from './text-encoding.ts';
import { isSynopsisStale, minHash } from './synopsis-mark.ts';
import { titleOf } from './title.ts';
import { versionOf } from './version.ts';

/** Whether the binder says something else of the chapter: its title, that it holds two versions, or that its synopsis is stale. */
const showsOtherwise = (before: DocumentRecord, now: DocumentRecord): boolean =>
  now.title !== before.title ||
  now.hasMergeMarks !== before.hasMergeMarks ||
  isSynopsisStale(now.synopsisVersion, now) !== isSynopsisStale(before.synopsisVersion, before);

export type Write = {
  record: DocumentRecord;
  /** The file as it was read; null when there is none. */
  current: ChapterFile | null;
  text: string;
  reason: SnapshotReason;
  cause?: SnapshotCause;
  /** The open page the text comes from, where that is known. */
  draftId?: string | null;
  /** The text with line ends of its own; otherwise it takes those of the file. */
  raw?: string;
  /** The form of a new file; otherwise UTF-8. */
  format?: FileFormat;
  /** For the log of days (W3); absent where nothing was written, only put elsewhere or brought back. */
  counted?: Pick<WrittenText, 'by' | 'words'>;
  /** Where it comes from, as far as that is known (N14). */
  made?: MadeText | null;
};

/** What a file's bytes are beside its text. */
export type FileFormat = Pick<DecodedFile, 'encoding' | 'byteOrderMark'> & { chosen: boolean };

export type Written = {
  record: DocumentRecord;
  /** What another program wrote into the replaced file meanwhile; null when nothing. */
  late: Buffer | null;
};

/** A folder inside the project that went away is made again; the project's own folder never is, nor one outside. */
const makeFolderFor = async (root: string, path: string): Promise<void> => {
  await realpath(root);
  const folder = dirname(join(root, path));
  await mkdir(folder, { recursive: true });
  if (!isInside(root, await realpath(folder))) {
    throw new AppError('DOCUMENT_NAME_INVALID', 'The folder leads out of the project.', { path });
  }
};

const plainFormat: FileFormat = { encoding: 'UTF-8', byteOrderMark: false, chosen: false };

/** Bytes for `text` in the form the file has, and whether that form cannot give back the bytes the file has now. */
const formatText = (write: Write): EncodedFile & { losesForm: boolean } => {
  const { record, text, current, raw, format: given = plainFormat } = write;
  if (current === null) return { ...encodeFile(raw ?? text, given), losesForm: false };
  const { decoded, bytes } = current;
  const format = { ...decoded, chosen: record.chosenEncoding !== null };
  const encoded = encodeFile(raw ?? withLineEndsOf(decoded.raw, text), format);
  const keepsForm =
    encoded.encoding === decoded.encoding && encodeFile(decoded.raw, format).bytes.equals(bytes);
  return { ...encoded, losesForm: !keepsForm };
};

/** A text that was perhaps read wrongly is not written over what it was read from. DOCUMENT_ENCODING_UNSURE. */
const refuseUnsure = ({ record, current }: Write): void => {
  if (current?.decoded.unsure !== true) return;
  throw new AppError(
    'DOCUMENT_ENCODING_UNSURE',
    'The encoding of this chapter must be chosen first.',
    {
      documentId: record.documentId,
      encoding: current.decoded.encoding,
    },
  );
};

/** What the file held becomes a snapshot when nothing else has it; beside the book when the data folder takes nothing. */
const keepCurrent = async (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  { current, losesForm }: { current: ChapterFile; losesForm: boolean },
): Promise<void> => {
  const key = { projectId: folder.projectId, documentId };
  if (!losesForm && context.snapshots.has(key, current.version)) return;
  try {
    await context.snapshots.add(key, current.text, 'outsideEdit', {
      ...(losesForm ? { originalBytes: current.bytes } : {}),
    });
  } catch (error) {
    context.logger.log('warn', 'a replaced text could not become a snapshot; it is kept beside', {
      documentId,
      code: errorCodeOf(error),
    });
    await keepOriginal(folder, documentId, current);
  }
};

const putFile = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { record, current }: Write,
  bytes: Buffer,
): Promise<Pick<Written, 'late'> & { stamp: Awaited<ReturnType<typeof createFile>> }> => {
  const { documentId, path } = record;
  if (current === null) {
    await makeFolderFor(folder.root, path);
    return { stamp: await createFile(folder.root, path, bytes), late: null };
  }
  const { stamp, replaced } = await replaceFile(folder.root, path, bytes, {
    stamp: current.stamp,
    aside: findAside(context, folder, record),
  });
  if (!replaced) return { stamp, late: null };
  const followed = { folder, documentId, handle: replaced, before: current };
  return { stamp, late: await context.replaced.follow(followed) };
};

/** The chapter itself is safe on disk by now: failing the call would make the writer save it again and again. */
const recordWrite = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { text, reason, cause, draftId = null }: Write,
  { record, words }: { record: DocumentRecord; words: ExpectedWords | null },
): Promise<void> => {
  const { projectId } = folder;
  const { documentId, version } = record;
  try {
    try {
      saveDocument(context.database, projectId, record, 'present');
      const { charCount, wordCount } = record;
      await context.snapshots.add({ projectId, documentId }, text, reason, {
        ...(cause === undefined ? {} : { cause }),
        counts: { charCount, wordCount },
      });
      endConflictOf(context, folder, documentId, { draftId, version });
    } finally {
      // Also where the history takes nothing: what is not counted now is counted with the next text.
      words?.settle();
    }
  } catch (error) {
    const code = errorCodeOf(error);
    context.logger.log('error', 'a saved chapter could not be recorded', { documentId, code });
    context.events.emit('host:notice', {
      code: 'HISTORY_NOT_WRITTEN',
      message: `The chapter was saved, but its history could not be written to the data folder (${code}).`,
    });
  }
};

const tellWritten = (
  { events }: DocumentsContext,
  projectId: string,
  { documentId, version, charCount, wordCount, modifiedAt }: DocumentRecord,
  { counted }: Write,
): void => {
  const changed = { projectId, documentId, version, origin: 'fabula' } as const;
  const by = counted ? ({ isWritten: true } as const) : {};
  const counts = { charCount, wordCount, modifiedAt: Math.floor(modifiedAt) };
  events.emit('document:changed', { ...changed, counts, ...by });
};

/**
 * Writes a chapter's text; the caller holds the mutex and has checked versions. What the file held is kept as a
 * snapshot first when nothing else has it. {@link ChangedMeanwhile} when the file is no longer `current`, and what
 * {@link explainWriteFailure} says of everything else.
 */
export const writeText = async (
  context: DocumentsContext,
  folder: OpenFolder,
  write: Write,
): Promise<Written> => {
  const { record: before, current, text } = write;
  const { documentId } = before;
  refuseUnsure(write);
  const written = formatText(write);
  const version = versionOf(text);
  const { projectId } = folder;
  const change = { projectId, documentId, before: current?.text ?? '', after: text };
  const words = write.counted
    ? context.days.expect({ ...change, ...write.counted }, version)
    : null;
  const after = { text, version };
  const made = write.made ?? null;
  await context.origins.note({ projectId, documentId, before: current, after, made });
  let put: Awaited<ReturnType<typeof putFile>>;
  try {
    if (current) {
      await keepCurrent(context, folder, documentId, { current, losesForm: written.losesForm });
    }
    put = await putFile(context, folder, write, written.bytes);
  } catch (error) {
    words?.drop();
    if (error instanceof ChangedMeanwhile) throw error;
    // The chapter's folder went away under the write: the next look finds out.
    if (current && errorCodeOf(error) === 'ENOENT') throw new ChangedMeanwhile();
    throw await explainWriteFailure(folder.root, error, { documentId });
  }
  const { stamp, late } = put;
  const record: DocumentRecord = {
    ...before,
    ...stamp,
    ...countText(text),
    minHash: minHash(text),
    version,
    title: titleOf(text, before.path),
    encoding: written.encoding,
    encodingGuessed:
      current?.decoded.guessed === true && written.encoding === current.decoded.encoding,
    encodingUnsure: false,
    chosenEncoding: written.encoding === before.chosenEncoding ? before.chosenEncoding : null,
    badBytes: countStandIns(text),
    hasMergeMarks: holdsMergeMarks(text),
  };
  // Another program took the file away, and the binder has been told: what the writer goes on writing brings it back.
  const isBack = !folder.present.has(documentId);
  setPresent(folder, record);
  folder.superseded.delete(documentId);
  context.cache.set(documentId, { stamp, version, text });
  await recordWrite(context, folder, write, { record, words });
  tellWritten(context, projectId, record, write);
  if (isBack || showsOtherwise(before, record)) context.announce(folder);
  return { record, late };
};

/** Another program that changes the file at every look does not keep us busy for ever. */
const maxAttempts = 10;

/** Another program changed the chapter at every attempt; a text to be saved is kept beside the file then. */
export class KeepsChanging extends AppError {
  constructor(documentId: string) {
    super('DOCUMENT_CONFLICT', 'The chapter keeps changing.', { documentId });
  }
}

/**
 * Runs `work` on a chapter as its file is now, and again as long as another program changes it under our hands.
 * DOCUMENT_NOT_FOUND, DOCUMENT_UNREADABLE, DOCUMENT_CONFLICT when it never comes to rest ({@link KeepsChanging}), and the errors of `work`.
 */
export const withLatest = async <T>(
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  work: (record: DocumentRecord, current: ChapterFile | null) => Promise<T>,
): Promise<T> => {
  const find = (): DocumentRecord => {
    const record = folder.present.get(documentId) ?? folder.missing.get(documentId);
    if (record) return record;
    throw new AppError('DOCUMENT_NOT_FOUND', 'There is no such chapter.', { documentId });
  };
  for (let attempt = 1; ; attempt += 1) {
    const current = await readNow(context, folder, find());
    try {
      return await work(find(), current);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
      if (attempt < maxAttempts) continue;
      throw new KeepsChanging(documentId);
    }
  }
};
