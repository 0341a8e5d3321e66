/** A moved scene goes to its new place, or back (W1). The caller holds the folder's mutex. */
import { AppError } from '#shared/errors.ts';
import type { MovedPiece } from '#shared/domain/moved-piece.ts';
import type { StoredFence } from '../../chapter-reference.ts';
import type { DocumentsContext } from '../context.ts';
import { isSameFence } from '../fences/list.ts';
import { withFence } from '../fences/sync.ts';
import { keepLateEdit } from '../late-edit.ts';
import type { OpenFolder } from '../open-folder.ts';
import type { ChapterFile } from '../read-file.ts';
import { readNow } from '../read-now.ts';
import type { DocumentRecord } from '../record.ts';
import { withLatest, writeText } from '../write-text.ts';
import { composeAll, composeRaw, composeText } from './arrangement.ts';
import { strictestOf } from './carry.ts';
import { finishSceneStep } from './finish-scene-step.ts';
import { requireVersion } from './require-version.ts';
import {
  arrangementsOf,
  otherSide,
  type SceneChapter,
  type SceneSide,
  type SceneStep,
  writtenBy,
} from './scene-step.ts';
import { type StoredSceneStep, updateStep } from './step-store.ts';

export type Files = ReadonlyMap<string, ChapterFile>;
export type Fences = ReadonlyMap<string, StoredFence | null>;

const recordOf = (folder: OpenFolder, documentId: string): DocumentRecord => {
  const record = folder.present.get(documentId);
  if (record) return record;
  throw new AppError('DOCUMENT_NOT_FOUND', 'There is no such chapter in this project.', {
    documentId,
  });
};

/** The step's chapters as their files are. DOCUMENT_CONFLICT where one is not as the step knows it. */
const readFiles = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { step, side }: { step: SceneStep; side: SceneSide },
): Promise<Files> => {
  const files = new Map<string, ChapterFile>();
  for (const chapter of step.chapters) {
    const record = recordOf(folder, chapter.documentId);
    const current = await readNow(context, folder, record);
    requireVersion(record, current, chapter[side].version);
    if (current) files.set(chapter.documentId, current);
  }
  return files;
};

/**
 * How the chapters are closed on a side. The one that gets the scene is closed as the one it came from, always; what the
 * writer decided about fences since counts, and opens nothing that the scene was closed by.
 */
export const fencesOn = (folder: OpenFolder, step: SceneStep, side: SceneSide): Fences => {
  const { receiver, giver } = writtenBy(step, side);
  const fenceOf = ({ documentId }: SceneChapter) => recordOf(folder, documentId).fence;
  if (giver === null) return new Map([[receiver.documentId, fenceOf(receiver)]]);
  const own = fenceOf(giver);
  if (side === 'after') {
    return new Map([
      [receiver.documentId, strictestOf([fenceOf(receiver), own])],
      [giver.documentId, own],
    ]);
  }
  // Closed by this step alone: the chapter is opened again, and the scene as closed as it was.
  const isOurs = isSameFence(own, giver.after.fence);
  const closed = isOurs ? receiver.before.fence : own;
  return new Map([
    [receiver.documentId, strictestOf([fenceOf(receiver), closed])],
    [giver.documentId, isOurs ? giver.before.fence : strictestOf([own, giver.before.fence])],
  ]);
};

export const withSameFence = (record: DocumentRecord, fence: StoredFence | null): DocumentRecord =>
  isSameFence(record.fence, fence) ? record : withFence(record, fence);

/**
 * Writes one chapter's text of `side`, made of `files`, and how it is closed with it: at no moment is the text there and
 * the fence not. DOCUMENT_CONFLICT where the file is no longer of the other side, and what {@link writeText} throws.
 */
export const writeSide = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { chapter, side, files }: { chapter: SceneChapter; side: SceneSide; files: Files },
  fence: StoredFence | null,
): Promise<void> => {
  const { documentId } = chapter;
  await withLatest(context, folder, documentId, async (found, current) => {
    requireVersion(found, current, chapter[otherSide(side)].version);
    if (current === null) throw new Error('a required version without a file');
    const all = [...files, [documentId, current] as const];
    const texts = new Map(all.map(([id, file]) => [id, file.text]));
    const raws = new Map(all.map(([id, file]) => [id, file.decoded.raw]));
    const { made } = chapter[side];
    const [text, raw] = [composeText(made, texts), composeRaw(made, raws)];
    const { projectId } = folder;
    await context.snapshots.add({ projectId, documentId }, current.text, 'beforeMove');
    const record = withSameFence(found, fence);
    const write = { record, current, text, raw, reason: 'save' } as const;
    const written = await writeText(context, folder, write);
    await keepLateEdit(context, folder, written, { before: current, text });
  });
};

type Turn = { step: SceneStep; side: SceneSide; files: Files };

/** Both chapters, or neither. */
const writeBoth = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { step, side, files }: Turn,
): Promise<void> => {
  const { receiver, giver } = writtenBy(step, side);
  const fences = fencesOn(folder, step, side);
  const fenceOf = ({ documentId }: SceneChapter) => fences.get(documentId) ?? null;
  const { fence: before } = recordOf(folder, receiver.documentId);
  await writeSide(context, folder, { chapter: receiver, side, files }, fenceOf(receiver));
  if (giver === null) return;
  try {
    await writeSide(context, folder, { chapter: giver, side, files }, fenceOf(giver));
  } catch (error) {
    const back = { chapter: receiver, side: otherSide(side), files };
    await writeSide(context, folder, back, before);
    throw error;
  }
};

export const turnSceneStep = async (
  context: DocumentsContext,
  folder: OpenFolder,
  stored: StoredSceneStep,
  side: SceneSide,
): Promise<readonly MovedPiece[]> => {
  const { step } = stored;
  const files = await readFiles(context, folder, { step, side: otherSide(side) });
  updateStep(context.database, { ...stored, target: side });
  try {
    await writeBoth(context, folder, { step, side, files });
  } catch (error) {
    updateStep(context.database, { ...stored, target: null });
    throw error;
  }
  const before = new Map([...files].map(([documentId, { text }]) => [documentId, text]));
  const after = composeAll(arrangementsOf(step, side), before);
  return finishSceneStep(context, folder, stored, { side, before, after });
};
