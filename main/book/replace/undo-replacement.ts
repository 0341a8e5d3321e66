/** Takes a replacement back, chapter by chapter and record by record. */
import type { RunningJob } from '#main/jobs/service.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { DocumentText } from '../documents/service.ts';
import { isStorageFailure } from '#main/base/failures/storage-failure.ts';
import type { KnownEdit } from '#main/base/anchors/follow-exactly.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { editsBack } from './apply-places.ts';
import { keepTrue, trueNow } from './keep-true.ts';
import { followAll, locateAll, type ReplaceParts } from './parts.ts';
import { tellProgress, throwIfCancelled } from './progress.ts';
import { rewordBack, type RewordedBack } from './record-changes.ts';
import { chapterTitle, kindOf } from './record-kinds.ts';
import type { ReplacedPart } from './store.ts';
import { createTurns } from '../take-turns.ts';
import { type GonePart, movedOn, takeBackElsewhere } from './take-back-elsewhere.ts';
import { type GoneParagraph, takePlacesBack } from './take-back.ts';

type ChapterPart = Extract<ReplacedPart, { kind: 'chapter' }>;
type RecordPart = Extract<ReplacedPart, { kind: 'record' }>;
type Undone = Output<'manuscript:undo'>;

type Restored = { left: number; gone: GoneParagraph[] };
const restored: Restored = { left: 0, gone: [] };

type Left = Undone['changed'][number];

/** What was proposed is by now the synopsis of its chapter, and stays: another step made it so. */
const acceptedSince = (
  { documents, proposals }: ReplaceParts,
  projectId: string,
  { id }: RecordPart,
): Left[] => {
  const accepted = proposals.findAccepted(projectId, id);
  const chapter = documents.list(projectId).find((one) => one.documentId === accepted?.documentId);
  if (!accepted || chapter?.synopsis !== accepted.text) return [];
  return [{ kind: 'synopsis', id: chapter.documentId, title: chapter.title, count: 1 }];
};

/** How many of its places there are to take back; at least the chapter itself. */
const placesOf = ({ places }: ChapterPart): number => Math.max(1, places.length);

/** A chapter that is no more may have its paragraphs in another one. */
const lookForGone = async (
  { documents }: ReplaceParts,
  projectId: string,
  part: ChapterPart,
): Promise<Restored> => {
  const { versionBefore, places } = part;
  const before = await documents.textOf(projectId, versionBefore);
  const gone = before === null ? [] : takePlacesBack(before, places, '').gone;
  return { left: placesOf(part), gone };
};

/** `written`: the chapter's text by now, null where nothing was written. `known`: what that did to the text of version `from`. */
type PutBack = Restored & {
  written: DocumentText | null;
  known?: { from: string; edits: readonly KnownEdit[] } | undefined;
};

/** Puts the bytes of before back where the chapter is as the replacement left it, else what still stands. */
const putBack = async (
  { documents }: ReplaceParts,
  projectId: string,
  part: ChapterPart,
): Promise<PutBack> => {
  const { id: documentId, snapshotId, versionBefore, versionAfter, places } = part;
  const { version, text: now } = await documents.read(projectId, documentId);
  if (version === versionBefore) return { ...restored, written: null };
  // Earlier programs noted no places.
  const known = places.length === 0 ? undefined : { from: version, edits: editsBack(places) };
  if (version === versionAfter && part.hasOriginal) {
    const written = await documents.restoreOriginal(projectId, documentId, snapshotId);
    return { ...restored, written, known };
  }
  const { text: before } = await documents.readSnapshot(projectId, documentId, snapshotId);
  const rewrite = { projectId, documentId, expectedVersion: version };
  if (version === versionAfter) {
    const written = await documents.rewrite({ ...rewrite, text: before });
    return { ...restored, written, known };
  }
  if (places.length === 0) return { left: placesOf(part), gone: [], written: null };
  const { text, edits, left, gone } = takePlacesBack(before, places, now);
  if (text === now) return { left, gone, written: null };
  const made = { kind: 'merged', from: { text: before, version: versionBefore } } as const;
  const written = await documents.rewrite({ ...rewrite, text, made });
  return { left, gone, written, known: { from: version, edits } };
};

/** What of a chapter is left as it was made; its synopsis stays as true as it is. */
const restoreChapter = async (
  parts: ReplaceParts,
  projectId: string,
  part: ChapterPart,
): Promise<Restored> => {
  const { id: documentId } = part;
  try {
    const now = trueNow(parts, projectId, documentId);
    const truths = {
      keepsSynopsis: part.keepsSynopsis && now.keepsSynopsis,
      keepsProposal: part.keepsProposal && now.keepsProposal,
    };
    const { written, known, ...left } = await putBack(parts, projectId, part);
    if (written && known) {
      await followAll(parts, projectId, { documentId, now: written, ...known });
    }
    if (written) await keepTrue(parts, projectId, { documentId, written, truths });
    return left;
  } catch (error) {
    if (error instanceof AppError && error.code === 'DOCUMENT_NOT_FOUND') {
      return lookForGone(parts, projectId, part);
    }
    if (error instanceof AppError && movedOn.includes(error.code)) {
      return { left: placesOf(part), gone: [] };
    }
    throw error;
  }
};

/** Nothing that a record says: the book cannot be written here and now. */
const ofBook: ReadonlySet<string> = new Set<ErrorCode>([
  'PROJECT_LOCKED',
  'PROJECT_CLOSED',
  'PROJECT_NOT_FOUND',
  'INTERNAL',
]);

/** A record that somebody changes at that moment is left, and one that cannot be as before: its old name is another's by now. */
const wordBack = async (
  { kinds }: ReplaceParts,
  projectId: string,
  part: RecordPart,
): Promise<RewordedBack> => {
  try {
    return await rewordBack(kinds, projectId, part);
  } catch (error) {
    if (!(error instanceof AppError) || isStorageFailure(error)) throw error;
    if (ofBook.has(error.code)) throw error;
    const { find, titleOf } = kindOf(kinds, part.back);
    const now = find(projectId, part.id) ?? part.back;
    return { left: 1, title: titleOf(projectId, now) };
  }
};

const takeBackPart = async (
  parts: ReplaceParts,
  projectId: string,
  part: ReplacedPart,
): Promise<Undone & { gone: GoneParagraph[] }> => {
  const { id } = part;
  if (part.kind === 'record') {
    const { left, title } = await wordBack(parts, projectId, part);
    const { kind } = part.back;
    const since = kind === 'proposal' ? acceptedSince(parts, projectId, part) : [];
    const changed = left === 0 ? since : [{ kind, id, title, count: left }];
    return { documents: [], changed, gone: [] };
  }
  const { left, gone } = await restoreChapter(parts, projectId, part);
  const title = left === 0 ? '' : chapterTitle(parts.documents, projectId, id);
  return {
    documents: left >= placesOf(part) ? [] : [parts.documents.info(projectId, id)],
    changed: left === 0 ? [] : [{ kind: 'chapter', id, title, count: left }],
    gone,
  };
};

/** What went to other chapters reads as before there, and is no more counted as left. */
const followGone = async (
  parts: ReplaceParts,
  projectId: string,
  { gone, ...undone }: Undone & { gone: readonly GonePart[] },
): Promise<Undone> => {
  const { documents } = parts;
  const { back, documentIds } = await takeBackElsewhere(parts, projectId, gone);
  const known = new Set(undone.documents.map(({ documentId }) => documentId));
  const more = documentIds
    .filter((id) => !known.has(id))
    .map((id) => documents.info(projectId, id));
  const changed = undone.changed
    .map((one) =>
      one.kind === 'chapter' ? { ...one, count: one.count - (back.get(one.id) ?? 0) } : one,
    )
    .filter(({ count }) => count > 0);
  return { documents: [...undone.documents, ...more], changed };
};

const isSynopsis = (part: ReplacedPart): boolean =>
  part.kind === 'record' && part.back.kind === 'synopsis';

/**
 * Every place that still stands as it was replaced reads as before, also in a paragraph that went to another chapter, and every field of a record that nobody reworded
 * since; what somebody wrote after the replacement is never taken back. `documents`: chapters in which places were, the
 * others left over are counted in `changed`. `signal` ends it between two chapters, and asked for again it goes on there.
 * REPLACEMENT_NOT_FOUND, CANCELLED (W2).
 */
export const undoReplacement = async (
  parts: ReplaceParts,
  { projectId, undoId }: Parsed<'manuscript:undo'>,
  { signal, report }: Pick<RunningJob, 'signal' | 'report'>,
): Promise<Undone> => {
  const { documents, store } = parts;
  documents.list(projectId);
  const changedParts = store.parts(projectId, undoId);
  if (changedParts === null) {
    throw new AppError('REPLACEMENT_NOT_FOUND', 'There is no such replacement.', { undoId });
  }
  const chapters = changedParts.flatMap(({ kind, id }) => (kind === 'chapter' ? [id] : []));
  await locateAll(parts, projectId, chapters);
  const answer: Undone & { gone: GonePart[] } = { documents: [], changed: [], gone: [] };
  const tell = tellProgress({ report }, 'takingBack', changedParts.length);
  const takeTurns = createTurns();
  try {
    for (const [index, part] of changedParts.toReversed().entries()) {
      throwIfCancelled(signal);
      const { documents: back, changed, gone } = await takeBackPart(parts, projectId, part);
      answer.documents.push(...back);
      answer.changed.push(...changed);
      answer.gone.push(...gone.map((paragraph) => ({ from: part.id, paragraph })));
      tell(index + 1);
      await takeTurns();
    }
  } finally {
    if (changedParts.some(isSynopsis)) documents.synopses.tell(projectId);
  }
  // As the book has them.
  answer.documents.reverse();
  const once = new Map(answer.changed.toReversed().map((one) => [`${one.kind} ${one.id}`, one]));
  answer.changed = [...once.values()];
  return followGone(parts, projectId, answer);
};
