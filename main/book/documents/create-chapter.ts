/** New chapters in the binder. The caller holds the folder's mutex. */
import { dirname } from 'node:path';
import { nanoid } from 'nanoid';
import type { WordChange } from '#shared/domain/days.ts';
import { AppError } from '#shared/errors.ts';
import type { MadeText } from '../made-text.ts';
import { acceptText } from './accept-text.ts';
import { inFolder, stemFor } from './chapter-path.ts';
import type { DocumentsContext } from './context.ts';
import { keepOrder, moveChapter } from './move-chapter.ts';
import { findFreePath, isFree, requireFreeName } from './move-file.ts';
import { binderOrder, type OpenFolder, orderWithGone } from './open-folder.ts';
import { type DocumentRecord, undecided } from './record.ts';
import { ChangedMeanwhile } from './replace-file.ts';
import { rescuing } from './rescue-text.ts';
import { headingWords, titleOf } from './title.ts';
import { requireUsablePath } from './usable-path.ts';
import { type Write, writeText } from './write-text.ts';

/** A chapter that has no file yet. */
export const freshRecord = (documentId: string, path: string, text: string): DocumentRecord => ({
  documentId,
  path,
  inode: '',
  size: 0,
  modifiedAt: 0,
  version: '',
  title: titleOf(text, path),
  encoding: 'UTF-8',
  encodingGuessed: false,
  encodingUnsure: false,
  badBytes: 0,
  hasMergeMarks: false,
  charCount: 0,
  wordCount: 0,
  minHash: '',
  ...undecided,
});

export type NewChapter = {
  title: string;
  /** Nobody chose the title. */
  isUntitled: boolean;
  afterDocumentId: string | undefined;
  /** Undefined: nothing but the title as its heading. */
  text: string | undefined;
  /** What of it goes into the log of days; undefined where nothing does. */
  words?: WordChange | undefined;
};

/** Puts a chapter behind another one. */
export const placeAfter = (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  afterDocumentId: string,
): void => {
  const shown = binderOrder(folder);
  const wanted = shown.indexOf(afterDocumentId) + 1;
  const now = shown.indexOf(documentId);
  if (now !== wanted) moveChapter(context, folder, documentId, now < wanted ? wanted - 1 : wanted);
};

/** The same of one that is gone: should it come back, it does so right before. */
const placeAfterGone = (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  goneId: string,
): void => {
  const order = orderWithGone(folder).filter((id) => id !== documentId);
  order.splice(order.indexOf(goneId) + 1, 0, documentId);
  keepOrder(context, folder, order);
};

/** Writes a file where there is none. DOCUMENT_NAME_TAKEN, also when one appeared meanwhile. */
export const writeNew = async (
  context: DocumentsContext,
  folder: OpenFolder,
  chapter: Pick<Write, 'record' | 'text' | 'raw' | 'format' | 'counted' | 'made'> &
    Partial<Pick<Write, 'reason' | 'cause'>>,
): Promise<DocumentRecord> => {
  try {
    const write = { reason: 'save', ...chapter, current: null } as const;
    return (await writeText(context, folder, write)).record;
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    const details = { path: chapter.record.path };
    throw new AppError('DOCUMENT_NAME_TAKEN', 'There is a file of that name already.', details);
  }
};

/** The title and the file it names: heading and name stay the same words, so that a later title takes the file along. */
const findTitle = async (
  { root }: OpenFolder,
  { title: wanted, isUntitled }: NewChapter,
  parent: string,
): Promise<{ title: string; path: string }> => {
  for (let number = 1; ; number += 1) {
    const title = number === 1 ? wanted : `${wanted} ${number}`;
    const path = inFolder(parent, `${stemFor(title)}.md`);
    if (!isUntitled || (await isFree(root, path))) return { title, path };
  }
};

/** The chapter that a new one is to follow; another window may have deleted it meanwhile. DOCUMENT_NOT_FOUND. */
const neighbourOf = (folder: OpenFolder, documentId: string | undefined): DocumentRecord | null => {
  const { present, missing, deleted } = folder;
  if (documentId === undefined) return present.get(binderOrder(folder).at(-1) ?? '') ?? null;
  const found = present.get(documentId) ?? deleted.get(documentId) ?? missing.get(documentId);
  if (found !== undefined) return found;
  throw new AppError('DOCUMENT_NOT_FOUND', 'There is no such chapter in this project.', {
    documentId,
  });
};

/**
 * A new chapter after another one, in its volume, or at the end; where that one is gone, in its place. A text that
 * cannot be written is in the journal then. DOCUMENT_NOT_FOUND, DOCUMENT_NAME_INVALID, DOCUMENT_NAME_TAKEN, and what {@link writeText} throws.
 */
export const createChapter = async (
  context: DocumentsContext,
  folder: OpenFolder,
  request: NewChapter,
): Promise<DocumentRecord> => {
  const { afterDocumentId } = request;
  const neighbour = neighbourOf(folder, afterDocumentId);
  const parent = neighbour ? dirname(neighbour.path) : '';
  const { title, path } = await findTitle(folder, request, parent);
  const text = acceptText(request.text ?? `# ${headingWords(title)}\n\n`);
  const create = async (): Promise<DocumentRecord> => {
    await requireFreeName(folder.root, path);
    // Its heading is the title the writer gave; who made a text that came along nobody says.
    const made = request.text === undefined ? ({ kind: 'new', code: 'typed' } as const) : null;
    const { words } = request;
    const counted = words === undefined ? {} : { counted: { by: 'writer', words } as const };
    const record = freshRecord(nanoid(), path, text);
    return writeNew(context, folder, { record, text, made, ...counted });
  };
  const unsaved = { action: 'create', documentId: '', title, path, text } as const;
  const record =
    request.text === undefined
      ? await create()
      : await rescuing(context, folder, { ...unsaved, expectedVersion: '', draftId: null }, create);
  if (afterDocumentId !== undefined) {
    const { documentId } = record;
    if (folder.present.has(afterDocumentId))
      placeAfter(context, folder, documentId, afterDocumentId);
    else placeAfterGone(context, folder, documentId, afterDocumentId);
  }
  return record;
};

/** A chapter at a path or, where that is taken, beside it: for texts that come back out of the journal. */
export const createChapterBeside = async (
  context: DocumentsContext,
  folder: OpenFolder,
  path: string,
  text: string,
): Promise<DocumentRecord> => {
  const free = await findFreePath(folder.root, path);
  return writeNew(context, folder, { record: freshRecord(nanoid(), free, text), text });
};

/** A chapter where and under which id the caller says, with its empty beginning as a snapshot. */
export const createChapterAt = async (
  context: DocumentsContext,
  folder: OpenFolder,
  request: { documentId: string; path: string; text: string; made: MadeText },
): Promise<{ version: string; snapshotId: string }> => {
  const { documentId, path, made } = request;
  await requireUsablePath(folder, path);
  if (folder.present.has(documentId)) {
    throw new AppError('DOCUMENT_NAME_TAKEN', 'There is a chapter of that id already.', { path });
  }
  await requireFreeName(folder.root, path);
  const text = acceptText(request.text);
  const fresh = freshRecord(documentId, path, text);
  const { version } = await writeNew(context, folder, {
    record: fresh,
    text,
    counted: { by: 'model', words: null },
    made,
  });
  const key = { projectId: folder.projectId, documentId };
  const { snapshotId } = await context.snapshots.add(key, '', 'beforeAi');
  return { version, snapshotId };
};
