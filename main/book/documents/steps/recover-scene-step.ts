/** Finishes or takes back the move of a scene that a killed program left half done (F17). */
import type { StoredFence } from '../../chapter-reference.ts';
import type { DocumentsContext } from '../context.ts';
import { describeFile } from '../describe.ts';
import { isSameFence } from '../fences/list.ts';
import { type OpenFolder, setPresent } from '../open-folder.ts';
import { type ChapterFile, readChapterFile } from '../read-file.ts';
import type { DocumentRecord } from '../record.ts';
import { saveDocument } from '../store.ts';
import { composeAll, composeText } from './arrangement.ts';
import { finishSceneStep } from './finish-scene-step.ts';
import {
  arrangementsOf,
  otherSide,
  type SceneChapter,
  type SceneSide,
  type SceneStep,
  writtenBy,
} from './scene-step.ts';
import { removeStep, type StoredSceneStep, updateStep } from './step-store.ts';
import { fencesOn, type Files, withSameFence, writeSide } from './turn-scene-step.ts';

const readFiles = async (folder: OpenFolder, { chapters }: SceneStep): Promise<Files> => {
  const files = new Map<string, ChapterFile>();
  for (const { documentId } of chapters) {
    const record = folder.present.get(documentId);
    if (!record) continue;
    const { root } = folder;
    const outcome = await readChapterFile(root, record.path, record.chosenEncoding);
    if (outcome.kind === 'chapter') files.set(documentId, outcome.chapter);
  }
  return files;
};

const keepRecord = (
  { database }: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
): void => {
  saveDocument(database, folder.projectId, record, 'present');
  setPresent(folder, record);
};

/** The step wrote these files: their records say so, and how the texts in them are closed. */
const keepWritten = (
  context: DocumentsContext,
  folder: OpenFolder,
  fences: ReadonlyMap<string, StoredFence | null>,
  files: Files,
): void => {
  for (const [documentId, file] of files) {
    const record = folder.present.get(documentId);
    if (!record) continue;
    const closed = withSameFence(record, fences.get(documentId) ?? record.fence);
    keepRecord(context, folder, { ...closed, ...describeFile(record.path, file) });
  }
};

/** Somebody wrote in the chapter that was to give the scene, and it still has it: the other loses it again. */
const takeBack = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { chapter, side, file }: { chapter: SceneChapter; side: SceneSide; file: ChapterFile },
): Promise<void> => {
  const { documentId, before, after } = chapter;
  const files = new Map([[documentId, file]]);
  keepWritten(context, folder, new Map(), files);
  const fence = folder.present.get(documentId)?.fence ?? null;
  const isOurs = side === 'before' && isSameFence(fence, after.fence);
  await writeSide(context, folder, { chapter, side, files }, isOurs ? before.fence : fence);
};

/** What somebody else made of the chapter since may hold the scene: it is closed as if it did. */
const closeReceiver = (
  context: DocumentsContext,
  folder: OpenFolder,
  step: SceneStep,
  side: SceneSide,
): void => {
  const isHere = step.chapters.every(({ documentId }) => folder.present.has(documentId));
  const { documentId } = writtenBy(step, side).receiver;
  const record = folder.present.get(documentId);
  if (!isHere || !record) return;
  const fence = fencesOn(folder, step, side).get(documentId) ?? null;
  keepRecord(context, folder, withSameFence(record, fence));
};

/** The chapter that got the scene was written on elsewhere, and the other one has it still: it may be in both. */
const tellTwice = (
  context: DocumentsContext,
  folder: OpenFolder,
  { chapters }: SceneStep,
): void => {
  const records = chapters.flatMap(({ documentId }) => folder.present.get(documentId) ?? []);
  if (records.length < 2) return;
  context.events.emit('host:notice', {
    code: 'SCENE_MAYBE_TWICE',
    message: `A scene was being moved when the program ended, and may stand in both: ${records.map(({ path }) => path).join(', ')}`,
    documentIds: records.map(({ documentId }) => documentId),
  });
};

type Turn = { stored: StoredSceneStep; side: SceneSide; files: Files };

const fileOn = (files: Files, chapter: SceneChapter, side: SceneSide): ChapterFile | null => {
  const file = files.get(chapter.documentId);
  return file?.version === chapter[side].version ? file : null;
};

/** The scene is in its new chapter: it leaves the other one, where it is there still. */
const finish = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { stored, side, files }: Turn,
): Promise<void> => {
  const { step } = stored;
  const { giver } = writtenBy(step, side);
  const fences = fencesOn(folder, step, side);
  const left = giver && fileOn(files, giver, side) ? null : giver;
  const written = new Map(fences);
  if (left) written.delete(left.documentId);
  keepWritten(context, folder, written, files);
  const after = new Map([...files].map(([documentId, { text }]) => [documentId, text]));
  if (left) {
    const fence = fences.get(left.documentId) ?? null;
    await writeSide(context, folder, { chapter: left, side, files }, fence);
    after.set(left.documentId, composeText(left[side].made, after));
  }
  const before = composeAll(arrangementsOf(step, otherSide(side)), after);
  finishSceneStep(context, folder, stored, { side, before, after });
};

/** Whether the step stands on `side` now. */
const settle = async (
  context: DocumentsContext,
  folder: OpenFolder,
  { stored, side, files }: Turn,
): Promise<boolean> => {
  const { step } = stored;
  const { receiver, giver } = writtenBy(step, side);
  const received = fileOn(files, receiver, side);
  if (received === null) {
    const isUntouched = fileOn(files, receiver, otherSide(side)) !== null;
    if (!isUntouched) {
      closeReceiver(context, folder, step, side);
      tellTwice(context, folder, step);
    }
    return false;
  }
  const isChanged = giver && !fileOn(files, giver, side) && !fileOn(files, giver, otherSide(side));
  if (isChanged) {
    const back = { chapter: receiver, side: otherSide(side), file: received };
    await takeBack(context, folder, back);
    return false;
  }
  await finish(context, folder, { stored, side, files });
  return true;
};

/** The chapter that gets the scene is written first: where it has it, the step is finished, else nothing was done. */
export const recoverSceneStep = async (
  context: DocumentsContext,
  folder: OpenFolder,
  stored: StoredSceneStep,
): Promise<void> => {
  const { stepId, step, side, target } = stored;
  if (target === null) return;
  const files = await readFiles(folder, step);
  if (await settle(context, folder, { stored, side: target, files })) return;
  if (side === 'after') updateStep(context.database, { ...stored, target: null });
  else removeStep(context.database, stepId);
};
