/** What another program wrote into a chapter's file while a save was replacing it. */
import { fenceForAddedText, tellFenced } from './closed-text.ts';
import { keepText } from './conflicts.ts';
import type { DocumentsContext } from './context.ts';
import { decodeText } from './decode-text.ts';
import { withFence } from './fences/sync.ts';
import { mergeEdits } from './merge.ts';
import type { OpenFolder } from './open-folder.ts';
import { supersede } from './outside-edit.ts';
import type { Held } from './replaced-files.ts';
import type { DocumentRecord } from './record.ts';
import { withLatest, writeText, type Written } from './write-text.ts';

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
    const outcome = await withLatest(context, folder, documentId, async (record, current) => {
      const both = current === null ? null : mergeEdits(before.text, current.text, text);
      if (current === null || both === null) {
        const kept = {
          text,
          baseVersion: before.version,
          draftId: null,
          origin: 'outside',
        } as const;
        await keepText(context, folder, documentId, kept);
        return null;
      }
      if (both === current.text) return null;
      const texts = { before: before.text, now: text };
      const closing = await fenceForAddedText(context, folder, record, texts);
      const written = await writeText(context, folder, {
        record: closing ? withFence(record, closing) : record,
        current,
        text: both,
        reason: 'outsideEdit',
      });
      if (closing) tellFenced(context, [record.path]);
      supersede(folder, documentId, current.version);
      return { ...written, before: current, text: both };
    });
    if (outcome === null) return merged;
    merged = { record: outcome.record, text: outcome.text };
    if (outcome.late === null) return merged;
    ({ before } = outcome);
    bytes = outcome.late;
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
