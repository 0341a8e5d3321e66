/** A scene goes to another place, in its chapter or in another one (W1). */
import { nanoid } from 'nanoid';
import { AppError } from '#shared/errors.ts';
import type { Parsed } from '#shared/contract/index.ts';
import type { MovedPiece } from '#shared/domain/moved-piece.ts';
import { acceptText } from '../accept-text.ts';
import type { DocumentsContext } from '../context.ts';
import { isSameFence } from '../fences/list.ts';
import { requireKnownFences } from '../fences/sync.ts';
import { explainReadFailure } from '../file-errors.ts';
import type { OpenFolder } from '../open-folder.ts';
import type { ChapterFile } from '../read-file.ts';
import { readNow } from '../read-now.ts';
import type { DocumentRecord } from '../record.ts';
import { versionOf } from '../version.ts';
import { arrangeScene } from './arrange-scene.ts';
import {
  type Arrangements,
  composeText,
  inLineEndsOf,
  reverseArrangements,
} from './arrangement.ts';
import { strictestOf } from './carry.ts';
import { requireSettled, requireVersion } from './require-version.ts';
import type { SceneStep } from './scene-step.ts';
import { insertStep, removeStep, type StoredSceneStep } from './step-store.ts';
import { turnSceneStep } from './turn-scene-step.ts';

type Read = { record: DocumentRecord; current: ChapterFile };

/** DOCUMENT_CONFLICT, DOCUMENT_ENCODING_UNSURE, and what reading a file ends in. */
const readChapter = async (
  context: DocumentsContext,
  folder: OpenFolder,
  record: DocumentRecord,
  expectedVersion: string | undefined,
): Promise<Read> => {
  const current = await readNow(context, folder, record);
  if (current === null) throw await explainReadFailure(folder.root, record.path, 'ENOENT');
  requireVersion(record, current, expectedVersion ?? current.version);
  requireSettled(folder, record, current);
  return { record: folder.present.get(record.documentId) ?? record, current };
};

/** The chapter that has the scene, and the one that it goes into, where that is another. */
type Chapters = { from: Read; to: Read | null };

/** INVALID_INPUT where there is no such scene or place. */
const arrange = (
  { from, to }: Chapters,
  { scene, toScene }: Parsed<'documents:moveScene'>,
): Arrangements => {
  const chapterOf = ({ record: { documentId }, current: { text } }: Read) => ({ documentId, text });
  const made = arrangeScene({
    from: chapterOf(from),
    scene,
    to: chapterOf(to ?? from),
    at: toScene,
  });
  if (made) return made;
  throw new AppError('INVALID_INPUT', 'The scene cannot go there.', {
    issues: [{ path: 'toScene', message: 'no such scene, or no other place' }],
  });
};

const planMove = (read: Chapters, request: Parsed<'documents:moveScene'>): SceneStep => {
  const there = read.to ? [read.from, read.to] : [read.from];
  const raws = new Map(
    there.map(({ record, current }) => [record.documentId, current.decoded.raw]),
  );
  const texts = new Map(there.map(({ record, current }) => [record.documentId, current.text]));
  const made = inLineEndsOf(arrange(read, request), raws);
  const back = reverseArrangements(made, raws);
  const closed = strictestOf(there.map(({ record }) => record.fence));
  const chapters = there.map(({ record: { documentId, fence }, current }, at) => {
    const [after, before] = [made.get(documentId) ?? [], back.get(documentId) ?? []];
    const version = versionOf(acceptText(composeText(after, texts)));
    return {
      documentId,
      before: { version: current.version, made: before, fence },
      after: { version, made: after, fence: at === 0 ? fence : closed },
    };
  });
  return { kind: 'scene', chapters };
};

/** Whether the chapter that got the scene is closed as it was not before. */
const closesMore = ({ chapters }: SceneStep): boolean =>
  chapters.some(({ before, after }) => !isSameFence(before.fence, after.fence));

type Made = { undoId: string; fenced: boolean; pieces: readonly MovedPiece[] };

/** The caller holds the folder's mutex. Errors: those of the service. */
export const moveScene = async (
  context: DocumentsContext,
  folder: OpenFolder,
  [from, to]: readonly [DocumentRecord, DocumentRecord],
  request: Parsed<'documents:moveScene'>,
): Promise<Made> => {
  requireKnownFences(folder);
  const source = await readChapter(context, folder, from, request.expectedVersion);
  const target =
    from.documentId === to.documentId
      ? null
      : await readChapter(context, folder, to, request.toExpectedVersion);
  const step = planMove({ from: source, to: target }, request);
  const stepId = nanoid();
  const { database, clock } = context;
  insertStep(database, folder.projectId, { stepId, side: 'before', step }, clock.now());
  try {
    const stored: StoredSceneStep = { stepId, side: 'before', target: null, step };
    const pieces = await turnSceneStep(context, folder, stored, 'after');
    return { undoId: stepId, fenced: closesMore(step), pieces };
  } catch (error) {
    removeStep(database, stepId);
    throw error;
  }
};
