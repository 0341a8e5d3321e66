/** Finishes or takes back the splits, merges and moves of scenes that a killed program left half done (F17). */
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { reportError } from '#main/base/failures/error-report.ts';
import type { DocumentsContext } from '../context.ts';
import { freshRecord, placeAfter, writeNew } from '../create-chapter.ts';
import { describeFile } from '../describe.ts';
import { type OpenFolder, setPresent } from '../open-folder.ts';
import { type ChapterFile, readChapterFile } from '../read-file.ts';
import { readNow } from '../read-now.ts';
import { saveDocument } from '../store.ts';
import { removeChapter, restoreChapter } from '../trash.ts';
import { finishStep } from './finish-step.ts';
import { joinedDecisions } from './join-chapters.ts';
import { partDecisions, takeBackPart } from './part-chapter.ts';
import { joinTexts, partsOf, type StepPart, partText } from './step.ts';
import { recoverSceneStep } from './recover-scene-step.ts';
import {
  isSceneStep,
  listUnfinishedSteps,
  removeStep,
  type StoredStep,
  updateStep,
} from './step-store.ts';

const readPart = async (
  folder: OpenFolder,
  { documentId, path, version }: StepPart,
): Promise<ChapterFile | null> => {
  const record = folder.present.get(documentId);
  const outcome = await readChapterFile(folder.root, record?.path ?? path, null);
  return outcome.kind === 'chapter' && outcome.chapter.version === version ? outcome.chapter : null;
};

/** The file was written, its record perhaps not; or neither, and the text is that of the snapshot. */
const completePart = async (
  context: DocumentsContext,
  folder: OpenFolder,
  part: StepPart,
  whole: string | null,
): Promise<void> => {
  const { documentId, path, decisions } = part;
  if (folder.present.has(documentId)) return;
  if (folder.deleted.has(documentId)) return restoreChapter(context, folder, documentId);
  const closed = { ...decisions, fenceRevision: decisions.fence ? 1 : 0 };
  const file = await readPart(folder, part);
  if (file) {
    const fresh = freshRecord(documentId, path, file.text);
    const record = { ...fresh, ...describeFile(path, file), ...closed };
    saveDocument(context.database, folder.projectId, record, 'present');
    setPresent(folder, record);
    return;
  }
  if (whole === null) return;
  const text = partText(part, whole);
  const record = { ...freshRecord(documentId, path, text), ...closed };
  await writeNew(context, folder, { record, text });
};

const finishParted = async (
  context: DocumentsContext,
  folder: OpenFolder,
  stored: StoredStep,
): Promise<void> => {
  const { step } = stored;
  const { first, others } = partsOf(step);
  const joined = folder.present.get(first.documentId);
  if (joined === undefined) throw new Error('a step that cannot be finished without its chapter');
  const decided = partDecisions(step, joined);
  const whole = await context.snapshots.textOf(folder.projectId, step.wholeVersion);
  const texts: string[] = [];
  for (const part of others) await completePart(context, folder, part, whole);
  for (const part of step.parts) texts.push((await readPart(folder, part))?.text ?? '');
  if (step.kind === 'split') {
    for (const { documentId } of others) placeAfter(context, folder, documentId, first.documentId);
  }
  const wholeText = whole ?? joinTexts(step.parts, texts);
  finishStep(context, folder, stored, { side: 'parted', decided, wholeText });
};

/** The first chapter is whole still: what was brought in beside it goes again. */
const takeBackParted = async (
  context: DocumentsContext,
  folder: OpenFolder,
  stored: StoredStep,
): Promise<void> => {
  const { step } = stored;
  for (const part of partsOf(step).others) {
    const file = await readPart(folder, part);
    const record = folder.present.get(part.documentId);
    if (file && record) await takeBackPart(context, folder, step, { ...record, ...file.stamp });
    else if (file && step.kind === 'split') await unlink(join(folder.root, part.path));
  }
};

const finishJoined = async (
  context: DocumentsContext,
  folder: OpenFolder,
  stored: StoredStep,
  wholeText: string,
): Promise<void> => {
  const { step } = stored;
  const decided = joinedDecisions(folder, step);
  for (const part of partsOf(step).others) {
    const record = folder.present.get(part.documentId);
    if (record && (await readPart(folder, part))) await removeChapter(context, folder, record);
  }
  finishStep(context, folder, stored, { side: 'joined', decided, wholeText });
};

const recoverStep = async (
  context: DocumentsContext,
  folder: OpenFolder,
  stored: StoredStep,
): Promise<void> => {
  const { step, side, target } = stored;
  const { first } = partsOf(step);
  const record = folder.present.get(first.documentId);
  const current = record ? await readNow(context, folder, record) : null;
  if (target === 'parted' && current?.version === first.version) {
    return finishParted(context, folder, stored);
  }
  if (target === 'joined' && current?.version === step.wholeVersion) {
    return finishJoined(context, folder, stored, current.text);
  }
  if (target === 'parted') await takeBackParted(context, folder, stored);
  const wasDone = step.kind === 'split' ? side === 'parted' : side === 'joined';
  if (wasDone) updateStep(context.database, { ...stored, target: null });
  else removeStep(context.database, stored.stepId);
};

/**
 * The first chapter's file says on which side each is: before, or after, never between. Run before the folder is looked
 * at; the caller holds the folder's mutex. One that cannot be finished now is logged and tried again at the next opening.
 */
export const recoverSteps = async (
  context: DocumentsContext,
  folder: OpenFolder,
): Promise<void> => {
  for (const stored of listUnfinishedSteps(context.database, folder.projectId)) {
    try {
      if (isSceneStep(stored)) await recoverSceneStep(context, folder, stored);
      else await recoverStep(context, folder, stored);
    } catch (error) {
      context.logger.log(
        'warn',
        'a step between chapters could not be finished',
        reportError(error),
      );
    }
  }
};
