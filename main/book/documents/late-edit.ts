/** What another program wrote into a chapter's file while a save was replacing it. */
import type { DocumentsContext } from './context.ts';
import { decodeText } from './decode-text.ts';
import { mergeIntoFile } from './merge-into-file.ts';
import type { OpenFolder } from './open-folder.ts';
import type { Held } from './replaced-files.ts';
import type { DocumentRecord } from './record.ts';
import type { Written } from './write-text.ts';

/** More rounds than any honest program needs. */
const maxRounds = 10;

/**
 * Brings such an edit into the chapter: merged when it touches other paragraphs, kept beside the file as a conflict when
 * not. `before` is the file both came from. The caller holds the folder's mutex. Returns the chapter's record and its
 * text when the file changed, null when it did not.
 */
export const mergeLateEdit = async (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  edit: { before: Held; bytes: Buffer },
): Promise<{ record: DocumentRecord; text: string } | null> => {
  let { before, bytes } = edit;
  let merged: { record: DocumentRecord; text: string } | null = null;
  for (let round = 0; round < maxRounds; round += 1) {
    const text = decodeText(bytes);
    if (text === null) {
      const key = { projectId: folder.projectId, documentId };
      await context.snapshots.add(key, '', 'outsideEdit', { originalBytes: bytes });
      return merged;
    }
    if (text === before.text) return merged;
    const made = { text, base: before, isSure: true };
    const outcome = await mergeIntoFile(context, folder, documentId, made);
    if (outcome.kind !== 'merged') return merged;
    const { record, text: both, late } = outcome.merged;
    merged = { record, text: both };
    if (late === null) return merged;
    ({ before } = outcome.merged);
    bytes = late;
  }
  return merged;
};

/** {@link mergeLateEdit} after a write of `text` over `before`. The chapter as it is then. */
export const keepLateEdit = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { record, late }: Written,
  { before, text }: { before: Held; text: string },
): Promise<{ record: DocumentRecord; text: string }> => {
  if (late === null) return { record, text };
  const edit = { before, bytes: late };
  return (await mergeLateEdit(context, folder, record.documentId, edit)) ?? { record, text };
};

/** The same some time after the save was answered: open pages are told that the chapter changed outside. */
export const takeLateEdit = async (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  edit: { before: Held; bytes: Buffer },
): Promise<void> => {
  const { projectId } = folder;
  const merged = await folder.mutex.runExclusive(() =>
    mergeLateEdit(context, folder, documentId, edit),
  );
  if (merged === null) return;
  const { version } = merged.record;
  context.events.emit('document:changed', { projectId, documentId, version, origin: 'outside' });
};
