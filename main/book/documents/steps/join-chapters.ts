/** Several chapters become one: a merge, or a split undone. The caller holds the folder's mutex. */
import { AppError } from '#shared/errors.ts';
import type { MovedPiece } from '#shared/domain/moved-piece.ts';
import type { DocumentsContext } from '../context.ts';
import { keepLateEdit } from '../late-edit.ts';
import type { OpenFolder } from '../open-folder.ts';
import type { ChapterFile } from '../read-file.ts';
import { readNow } from '../read-now.ts';
import type { DocumentRecord } from '../record.ts';
import { removeChapter, restoreChapter } from '../trash.ts';
import { withLatest, writeText } from '../write-text.ts';
import { decisionsOf, strictestOf } from './carry.ts';
import { type Decided, finishStep } from './finish-step.ts';
import { requireVersion } from './require-version.ts';
import { joinRaw, sliceRaw } from './slices.ts';
import { joinTexts, partsOf, skippedOf, type Step, type StepPart } from './step.ts';
import { type StoredStep, updateStep } from './step-store.ts';
import { sumGoals } from '#main/book/word-goals.ts';

const recordOf = (folder: OpenFolder, documentId: string): DocumentRecord => {
  const record = folder.present.get(documentId);
  if (record) return record;
  throw new AppError('DOCUMENT_NOT_FOUND', 'There is no such chapter in this project.', {
    documentId,
  });
};

/** The other parts as their files are. DOCUMENT_CONFLICT when one is no longer what it was. */
const readParts = async (
  context: DocumentsContext,
  folder: OpenFolder,
  parts: readonly StepPart[],
): Promise<ChapterFile[]> => {
  const files: ChapterFile[] = [];
  for (const { documentId, version } of parts) {
    const record = recordOf(folder, documentId);
    const current = await readNow(context, folder, record);
    requireVersion(record, current, version);
    if (current) files.push(current);
  }
  return files;
};

/**
 * The fence of the whole is never looser than that of any part, and its goal is theirs together, as they are now; of a
 * part that a cut-off step took out already, as it went.
 */
export const joinedDecisions = ({ present, deleted }: OpenFolder, step: Step): Decided => {
  const { first } = partsOf(step);
  const decided = step.parts.map((part) => {
    const record = present.get(part.documentId) ?? deleted.get(part.documentId);
    return record ? decisionsOf(record) : part.decisions;
  });
  const now = step.kind === 'merge' ? step.joinedDecisions : (decided[0] ?? first.decisions);
  const wordGoal = sumGoals(decided.map((one) => one.wordGoal));
  const fence = strictestOf(decided.map((one) => one.fence));
  return new Map([[first.documentId, { ...now, wordGoal, fence }]]);
};

/** Into the trash, where their ids, snapshots and decisions stay; back again when one cannot go. */
const removeParts = async (
  context: DocumentsContext,
  folder: OpenFolder,
  parts: readonly StepPart[],
): Promise<void> => {
  const removed: string[] = [];
  try {
    for (const { documentId, version } of parts) {
      const record = recordOf(folder, documentId);
      await removeChapter(context, folder, record);
      removed.push(documentId);
      const went = folder.deleted.get(documentId) ?? record;
      if (went.version === version) continue;
      throw new AppError('DOCUMENT_CONFLICT', 'The chapter changed meanwhile.', { documentId });
    }
  } catch (error) {
    for (const documentId of removed) await restoreChapter(context, folder, documentId);
    throw error;
  }
};

type Joined = { text: string; raw: string };

const joinFiles = ({ parts }: Step, files: readonly ChapterFile[]): Joined => ({
  text: joinTexts(
    parts,
    files.map(({ text }) => text),
  ),
  raw: joinRaw(
    parts.map((part, index) => {
      const { text, decoded } = files[index] ?? { text: '', decoded: { raw: '' } };
      const raw = sliceRaw(decoded.raw, skippedOf(part), text.length);
      return { raw, gap: part.start - (parts[index - 1]?.end ?? part.start) };
    }),
  ),
});

/** Puts the first chapter's own text back. */
const giveBack = async (
  context: DocumentsContext,
  folder: OpenFolder,
  documentId: string,
  { text, decoded }: ChapterFile,
): Promise<void> => {
  await withLatest(context, folder, documentId, async (record, current) => {
    const write = { record, current, text, raw: decoded.raw, reason: 'save' } as const;
    return writeText(context, folder, write);
  });
};

/**
 * The first becomes the whole, then the others go: at no moment is a text nowhere. All of it, or nothing.
 * DOCUMENT_CONFLICT when a chapter is no longer what it was, and what {@link writeText} throws.
 */
export const joinChapters = async (
  context: DocumentsContext,
  folder: OpenFolder,
  stored: StoredStep,
): Promise<readonly MovedPiece[]> => {
  const { step } = stored;
  const { first, others } = partsOf(step);
  const { projectId } = folder;
  const key = { projectId, documentId: first.documentId };
  const cancel = (): void => {
    updateStep(context.database, { ...stored, target: null });
  };
  const outcome = await withLatest(context, folder, first.documentId, async (record, current) => {
    requireVersion(record, current, first.version);
    if (current === null) throw new Error('a required version without a file');
    const files = await readParts(context, folder, others);
    const { text, raw } = joinFiles(step, [current, ...files]);
    const decided = joinedDecisions(folder, step);
    updateStep(context.database, { ...stored, target: 'joined' });
    try {
      for (const file of files) await context.snapshots.add(key, file.text, 'beforeMerge');
      await context.snapshots.add(key, current.text, 'beforeMerge');
      const write = { record, current, text, raw, reason: 'save' } as const;
      const written = await writeText(context, folder, write);
      await keepLateEdit(context, folder, written, { before: current, text });
    } catch (error) {
      cancel();
      throw error;
    }
    return { decided, wholeText: text, before: current };
  });
  try {
    await removeParts(context, folder, others);
  } catch (error) {
    await giveBack(context, folder, first.documentId, outcome.before);
    cancel();
    throw error;
  }
  return finishStep(context, folder, stored, { side: 'joined', ...outcome });
};
