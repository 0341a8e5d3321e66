/** An earlier version of a chapter, or its file as it was, becomes the present one. */
import type { Parsed } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { acceptText } from './accept-text.ts';
import { findAside } from './aside.ts';
import type { DocumentsContext } from './context.ts';
import { explainReadFailure, explainWriteFailure } from './file-errors.ts';
import { keepLateEdit, mergeLateEdit } from './late-edit.ts';
import type { OpenFolder } from './open-folder.ts';
import type { DocumentRecord } from './record.ts';
import { ChangedMeanwhile, replaceFile } from './replace-file.ts';
import { mergeEdits } from './merge.ts';
import type { DocumentText, RestoredText } from './service.ts';
import { withLatest, writeText } from './write-text.ts';

type RestoreRequest = Omit<Parsed<'documents:snapshots:restore'>, 'projectId'>;
type Passage = NonNullable<RestoreRequest['passage']>;
type TakeBack = {
  projectId: string;
  takesBack: string;
  current: { text: string };
  earlier: { text: string };
};

/** `present` with other words in one place. INVALID_INPUT when the place lies outside of it. */
const withPassage = (present: string, { text, into }: Passage): string => {
  if (into.start > into.end || into.end > present.length) {
    throw new AppError('INVALID_INPUT', 'The passage lies outside of the text.');
  }
  return acceptText(`${present.slice(0, into.start)}${text}${present.slice(into.end)}`);
};

/**
 * What the restore that made the version `takesBack` did is undone; what was written over it since stays.
 * DOCUMENT_CONFLICT where both are in the same paragraphs.
 */
const takeBack = async (
  context: DocumentsContext,
  record: DocumentRecord,
  { projectId, takesBack, current, earlier }: TakeBack,
): Promise<string> => {
  const made = await context.snapshots.textOf(projectId, takesBack);
  const both = made === null ? null : mergeEdits(made, current.text, earlier.text);
  if (both !== null) return both;
  const { documentId } = record;
  throw new AppError('DOCUMENT_CONFLICT', 'What came back was written in.', { documentId });
};

/**
 * The present text becomes a snapshot first (F18). The caller holds the folder's mutex. SNAPSHOT_NOT_FOUND; of a passage
 * alone DOCUMENT_CONFLICT and INVALID_INPUT; and what {@link writeText} throws.
 */
export const restoreSnapshot = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { documentId, snapshotId, passage, expectedVersion, takesBack }: RestoreRequest,
): Promise<RestoredText> => {
  const key = { projectId: folder.projectId, documentId };
  return withLatest(context, folder, documentId, async (record, current) => {
    if (current === null) throw await explainReadFailure(folder.root, record.path, 'ENOENT');
    const earlier = await context.snapshots.read(key, snapshotId);
    if (expectedVersion !== undefined && current.version !== expectedVersion) {
      const { title } = record;
      throw new AppError('DOCUMENT_CONFLICT', 'The chapter changed meanwhile.', {
        documentId,
        title,
      });
    }
    const { projectId } = folder;
    const merged = takesBack !== undefined && current.version !== takesBack;
    const whole = merged
      ? await takeBack(context, record, { projectId, takesBack, current, earlier })
      : earlier.text;
    const text = passage ? withPassage(current.text, passage) : whole;
    const { createdAt, name = null } = earlier;
    const cause = { kind: 'restore', createdAt, name, isPassage: passage !== undefined } as const;
    const kept = await context.snapshots.add(key, current.text, 'beforeRestore', { cause });
    const made = merged
      ? ({ kind: 'merged', from: earlier } as const)
      : ({ kind: 'restored', from: earlier, passage } as const);
    const write = { record, current, text, reason: 'save', made } as const;
    const written = await writeText(context, folder, write);
    const now = await keepLateEdit(context, folder, written, { before: current, text });
    const { version } = now.record;
    return { text: now.text, version, keptId: kept.snapshotId, merged };
  });
};

/**
 * Puts the file of a snapshot back, byte for byte; the present file is kept the same way first. The caller holds the
 * folder's mutex. SNAPSHOT_NOT_FOUND when the snapshot has no file, and what {@link explainWriteFailure} says.
 */
export const restoreOriginal = async (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  snapshotId: string,
): Promise<DocumentText> => {
  const key = { projectId: folder.projectId, documentId };
  const bytes = context.snapshots.originalOf(key, snapshotId);
  await withLatest(context, folder, documentId, async (record, current) => {
    if (current === null) throw await explainReadFailure(folder.root, record.path, 'ENOENT');
    const originalBytes = current.bytes;
    await context.snapshots.add(key, current.text, 'beforeRestore', { originalBytes });
    try {
      const { replaced } = await replaceFile(folder.root, record.path, bytes, {
        stamp: current.stamp,
        aside: findAside(context, folder, record),
      });
      const before = current;
      const late = replaced
        ? await context.replaced.follow({ folder, documentId, handle: replaced, before })
        : null;
      if (late) await mergeLateEdit(context, folder, documentId, { before, bytes: late });
    } catch (error) {
      if (error instanceof ChangedMeanwhile) throw error;
      throw await explainWriteFailure(folder.root, error, { documentId });
    }
  });
  return withLatest(context, folder, documentId, async (record, current) => {
    if (current === null) throw await explainReadFailure(folder.root, record.path, 'ENOENT');
    return { text: current.text, version: current.version };
  });
};
