/** One chapter becomes several: a split, or a merge undone. The caller holds the folder's mutex. */
import { lstat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '#main/base/failures/system-code.ts';
import { AppError } from '#shared/errors.ts';
import type { MovedPiece } from '#shared/domain/moved-piece.ts';
import type { DocumentsContext } from '../context.ts';
import { freshRecord, writeNew } from '../create-chapter.ts';
import { explainReadFailure } from '../file-errors.ts';
import { keepLateEdit } from '../late-edit.ts';
import { type OpenFolder, setGone } from '../open-folder.ts';
import type { ChapterFile } from '../read-file.ts';
import { type DocumentRecord, sameStamp } from '../record.ts';
import { stampOf } from '../scan.ts';
import { forgetDocument } from '../store.ts';
import { removeChapter, restoreChapter } from '../trash.ts';
import { withLatest, writeText } from '../write-text.ts';
import { decisionsOf, strictestOf } from './carry.ts';
import { type Decided, finishStep } from './finish-step.ts';
import { isSameFence } from '../fences/list.ts';
import { requireVersion } from './require-version.ts';
import { joinRaw, sliceRaw } from './slices.ts';
import { partsOf, partText, type Step, type StepPart } from './step.ts';
import { type StoredStep, updateStep } from './step-store.ts';

/** A new chapter whose file this step wrote goes without trace; one from the trash goes back there. */
export const takeBackPart = async (
  context: DocumentsContext,
  folder: OpenFolder,
  step: Step,
  record: DocumentRecord,
): Promise<void> => {
  if (step.kind === 'merge') return removeChapter(context, folder, record);
  const path = join(folder.root, record.path);
  try {
    if (!sameStamp(stampOf(await lstat(path)), record)) return;
    await unlink(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  context.cache.delete(record.documentId);
  forgetDocument(context.database, folder.projectId, record.documentId);
  setGone(folder, record, false);
};

type Whole = { record: DocumentRecord; current: ChapterFile };

/** A part has its own chapter again, or for the first time. */
const bringIn = async (
  context: DocumentsContext,
  folder: OpenFolder,
  part: StepPart,
  { record: whole, current }: Whole,
): Promise<void> => {
  const { documentId, path, start, end } = part;
  if (folder.deleted.has(documentId)) return restoreChapter(context, folder, documentId);
  const text = partText(part, current.text);
  const prose = sliceRaw(current.decoded.raw, start, end);
  const raw = joinRaw([
    { raw: part.frontMatter ?? '', gap: 0 },
    { raw: prose, gap: 0 },
  ]);
  const { encoding, byteOrderMark } = current.decoded;
  const chosen = whole.chosenEncoding !== null;
  const fresh = { ...freshRecord(documentId, path, text), chosenEncoding: whole.chosenEncoding };
  const closed = { ...fresh, ...part.decisions, fenceRevision: part.decisions.fence ? 1 : 0 };
  const format = { encoding, byteOrderMark, chosen };
  await writeNew(context, folder, { record: closed, text, raw, format });
};

/** What was decided about the whole since it was joined, but for its fence. A synopsis goes with the text it is true of. */
const decidedSince = (step: Step, whole: DocumentRecord): Partial<StepPart['decisions']> => {
  const { fence: _fence, synopsisVersion, ...now } = decisionsOf(whole);
  const changed = Object.entries(now).filter(([field, value]) => {
    const before = step.joinedDecisions[field as keyof typeof now];
    return JSON.stringify(value) !== JSON.stringify(before);
  });
  const isTold = changed.some(([field]) => field === 'synopsis');
  return { ...Object.fromEntries(changed), ...(isTold ? { synopsisVersion } : {}) };
};

/**
 * Who closed the whole since it was joined closed each of its parts. What else was decided about it stays with the
 * chapter it was decided in, which is the first of them.
 */
export const partDecisions = (step: Step, whole: DocumentRecord): Decided => {
  const isSame = isSameFence(whole.fence, step.joinedDecisions.fence);
  return new Map(
    step.parts.map(({ documentId, decisions }) => {
      const since = documentId === whole.documentId ? decidedSince(step, whole) : {};
      const fence = isSame ? decisions.fence : strictestOf([decisions.fence, whole.fence]);
      return [documentId, { ...decisions, ...since, fence }];
    }),
  );
};

/** DOCUMENT_CONFLICT when a part has its chapter already: somebody put it back out of the trash. */
const requireAbsent = (folder: OpenFolder, parts: readonly StepPart[]): void => {
  const there = parts.find(({ documentId }) => folder.present.has(documentId));
  if (there === undefined) return;
  throw new AppError('DOCUMENT_CONFLICT', 'The chapter is in the book already.', {
    documentId: there.documentId,
  });
};

const writeFirst = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { end }: StepPart,
  { record, current }: Whole,
): Promise<void> => {
  const text = current.text.slice(0, end);
  const raw = sliceRaw(current.decoded.raw, 0, end);
  const written = await writeText(context, folder, { record, current, text, raw, reason: 'save' });
  await keepLateEdit(context, folder, written, { before: current, text });
};

/**
 * Parts first, then the whole becomes the first of them: at no moment is a text nowhere. All of it, or nothing.
 * DOCUMENT_CONFLICT when the chapter is no longer the whole or a part is in the book already, and what {@link writeText} throws.
 */
export const partChapter = async (
  context: DocumentsContext,
  folder: OpenFolder,
  stored: StoredStep,
): Promise<readonly MovedPiece[]> => {
  const { step } = stored;
  const { first, others } = partsOf(step);
  const { projectId } = folder;
  const outcome = await withLatest(context, folder, first.documentId, async (record, current) => {
    if (current === null) throw await explainReadFailure(folder.root, record.path, 'ENOENT');
    requireVersion(record, current, step.wholeVersion);
    requireAbsent(folder, others);
    const decided = partDecisions(step, record);
    updateStep(context.database, { ...stored, target: 'parted' });
    const broughtIn: StepPart[] = [];
    try {
      for (const part of others) {
        broughtIn.push(part);
        await bringIn(context, folder, part, { record, current });
      }
      for (const { documentId } of step.kind === 'split' ? step.parts : [first]) {
        await context.snapshots.add({ projectId, documentId }, current.text, 'beforeSplit');
      }
      await writeFirst(context, folder, first, { record, current });
    } catch (error) {
      for (const { documentId } of broughtIn) {
        const there = folder.present.get(documentId);
        if (there) await takeBackPart(context, folder, step, there);
      }
      updateStep(context.database, { ...stored, target: null });
      throw error;
    }
    return { decided, wholeText: current.text };
  });
  return finishStep(context, folder, stored, { side: 'parted', ...outcome });
};
