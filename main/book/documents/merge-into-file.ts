/** Brings a text that was made elsewhere into a chapter's file: both edits, or the text beside the file (B4). */
import { fenceForAddedText, tellFenced } from './closed-text.ts';
import { keepText } from './conflicts.ts';
import type { DocumentsContext } from './context.ts';
import { withFence } from './fences/sync.ts';
import { mergeEdits } from './merge.ts';
import { isContained } from './merge-base.ts';
import type { OpenFolder } from './open-folder.ts';
import { supersede } from './outside-edit.ts';
import type { ChapterFile } from './read-file.ts';
import type { DocumentRecord } from './record.ts';
import { versionOf } from './version.ts';
import { withLatest, writeText, type Written } from './write-text.ts';

export type MergedFile = Written & { before: ChapterFile; text: string };

export type MergeOutcome =
  | { kind: 'same' }
  | { kind: 'kept' }
  | { kind: 'merged'; merged: MergedFile };

type MadeElsewhere = {
  text: string;
  /** What both were made from. */
  base: Pick<ChapterFile, 'text' | 'version'>;
  /** False where that is a guess: nothing that the file says may go then. */
  isSure: boolean;
};

const bothIn = (current: string, { text, base, isSure }: MadeElsewhere): string | null => {
  const both = mergeEdits(base.text, current, text);
  return both === null || isSure || isContained(current, both) ? both : null;
};

/**
 * Writes a text that holds what came from outside; what closed chapters hold closes this one. `before`: what it was made
 * from. The caller holds the folder's mutex.
 */
export const writeFromOutside = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { record, current }: { record: DocumentRecord; current: ChapterFile },
  texts: { before: string; came: string; both: string },
): Promise<MergedFile> => {
  const { before, came, both } = texts;
  const closing = await fenceForAddedText(context, folder, record, { before, now: came });
  const written = await writeText(context, folder, {
    record: closing ? withFence(record, closing) : record,
    current,
    text: both,
    reason: 'outsideEdit',
    // It may have been written here, before it became the text beside the file (N14).
    made: { kind: 'merged', from: { text: came, version: versionOf(came) } },
  });
  if (closing) tellFenced(context, [record.path]);
  supersede(folder, record.documentId, current.version);
  return { ...written, before: current, text: both };
};

/**
 * Merged where the edits touch other paragraphs, kept beside the file as a conflict where not; a text that closed
 * chapters hold closes this one. The caller holds the folder's mutex.
 */
export const mergeIntoFile = (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  made: MadeElsewhere,
): Promise<MergeOutcome> =>
  withLatest(context, folder, documentId, async (record, current) => {
    const { text, base } = made;
    const both = current === null ? null : bothIn(current.text, made);
    if (current === null || both === null) {
      const kept = { text, baseVersion: base.version, draftId: null, origin: 'outside' } as const;
      await keepText(context, folder, documentId, kept);
      return { kind: 'kept' };
    }
    if (both === current.text) return { kind: 'same' };
    const texts = { before: base.text, came: text, both };
    const merged = await writeFromOutside(context, folder, { record, current }, texts);
    return { kind: 'merged', merged };
  });
