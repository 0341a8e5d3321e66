/** Saving a chapter's text against the version it was made from. */
import { AppError } from '#shared/errors.ts';
import type { WrittenText } from '../days/service.ts';
import type { MadeText } from '../made-text.ts';
import { acceptText } from './accept-text.ts';
import { endConflictOf, keepConflict } from './conflicts.ts';
import type { DocumentsContext } from './context.ts';
import { keepLateEdit } from './late-edit.ts';
import { mergeEdits } from './merge.ts';
import type { OpenFolder } from './open-folder.ts';
import type { ChapterFile } from './read-file.ts';
import type { DocumentRecord } from './record.ts';
import { rescuing } from './rescue-text.ts';
import { versionOf } from './version.ts';
import { withLatest, writeText } from './write-text.ts';

export type SaveRequest = {
  text: string;
  expectedVersion: string;
  reason: 'save' | 'autosave';
  allowEmpty: boolean;
  /** The open page the text comes from, where that is known. */
  draftId: string | null;
  /** Whose words they are, and how many where the page has counted them (W3). */
  counted: Pick<WrittenText, 'by' | 'words'>;
  /** Where it comes from (N14); null where nobody says. */
  made: MadeText | null;
};

export type Saved = { record: DocumentRecord; merged: boolean; text: string };

const isBlank = (text: string): boolean => text.trim() === '';

/** The text that the file is to hold: the request's own, or both edits. DOCUMENT_CONFLICT, and both texts are kept. */
const mergeWithFile = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
  { request, current }: { request: SaveRequest; current: ChapterFile | null },
): Promise<string> => {
  const { text, expectedVersion, draftId } = request;
  if (current === null || current.version === expectedVersion) return text;
  const { documentId } = record;
  const isOutside = folder.superseded.get(documentId)?.includes(expectedVersion) === true;
  const base = isOutside ? await context.snapshots.textOf(folder.projectId, expectedVersion) : null;
  const both = base === null ? null : mergeEdits(base, text, current.text);
  if (both !== null) return both;
  const kept = { text, baseVersion: expectedVersion, draftId, origin: 'fabula' } as const;
  throw await keepConflict(context, folder, { documentId, version: current.version }, kept);
};

/** Changes are told of the text they were made from: where the file holds another one, with that text. */
const madeOver = async (
  { snapshots }: DocumentsContext,
  { projectId }: OpenFolder,
  { made, text, expectedVersion: version }: SaveRequest,
  current: ChapterFile | null,
): Promise<MadeText | null> => {
  if (made?.kind !== 'changes' || current?.version === version) return made;
  const base = await snapshots.textOf(projectId, version);
  return base === null ? null : { ...made, over: { base: { text: base, version }, text } };
};

const saveOnce = async (
  context: DocumentsContext,
  folder: OpenFolder,
  request: SaveRequest,
  { record, current }: { record: DocumentRecord; current: ChapterFile | null },
): Promise<Saved> => {
  const { documentId } = record;
  const { draftId, reason, counted } = request;
  const version = versionOf(request.text);
  if (current?.version === version) {
    // Also of words that were taken out and written again: they are no longer whose they were.
    const told = request.made?.kind === 'told' ? request.made : null;
    const after = { text: request.text, version };
    const key = { projectId: folder.projectId, documentId };
    if (told) await context.origins.note({ ...key, before: current, after, made: told });
    endConflictOf(context, folder, documentId, { draftId, version });
    return { record, merged: false, text: request.text };
  }
  const text = await mergeWithFile(context, folder, record, { request, current });
  if (isBlank(text) && current && !isBlank(current.text) && !request.allowEmpty) {
    throw new AppError('DOCUMENT_EMPTY_OVERWRITE', 'Saving would empty a chapter that has text.', {
      documentId,
    });
  }
  const write = {
    record,
    current,
    text,
    reason,
    draftId,
    counted,
    made: await madeOver(context, folder, request, current),
  };
  const written = await writeText(context, folder, write);
  const now = current
    ? await keepLateEdit(context, folder, written, { before: current, text })
    : { record: written.record, text };
  return { ...now, merged: now.text !== request.text };
};

/**
 * Saves one chapter; the caller holds the mutex. `merged` when the file held an outside edit of other paragraphs, and
 * now holds both. DOCUMENT_CONFLICT, DOCUMENT_EMPTY_OVERWRITE and what {@link writeText} throws; a text that could not
 * be written is in the journal then.
 */
export const saveText = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
  asked: SaveRequest,
): Promise<Saved> => {
  const request = { ...asked, text: acceptText(asked.text) };
  const { documentId, path } = record;
  const { text, expectedVersion, draftId } = request;
  const unsaved = {
    action: 'save',
    title: null,
    documentId,
    path,
    text,
    expectedVersion,
    draftId,
  } as const;
  return rescuing(context, folder, unsaved, () =>
    withLatest(context, folder, documentId, (latest, current) =>
      saveOnce(context, folder, request, { record: latest, current }),
    ),
  );
};
