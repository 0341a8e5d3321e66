/** Takes a replacement back, chapter by chapter and record by record. */
import type { RunningJob } from '#main/jobs/service.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import type { ReplaceParts } from './parts.ts';
import { tellProgress, throwIfCancelled } from './progress.ts';
import { rewordBack } from './record-changes.ts';
import type { ReplacedPart } from './store.ts';
import { takePlacesBack } from './take-back.ts';

type ChapterPart = Extract<ReplacedPart, { kind: 'chapter' }>;

/** What an undo meets where somebody went on meanwhile. */
const movedOn = ['DOCUMENT_CONFLICT', 'DOCUMENT_NOT_FOUND', 'DOCUMENT_UNREADABLE'];

/** Puts the bytes of before back where the chapter is as the replacement left it, else what still stands. How many places are left. */
const restoreChapter = async (
  { documents }: ReplaceParts,
  projectId: string,
  part: ChapterPart,
): Promise<number> => {
  const { id: documentId, snapshotId, versionBefore, versionAfter, places } = part;
  const all = Math.max(1, places.length);
  try {
    const { version, text: now } = await documents.read(projectId, documentId);
    if (version === versionBefore) return 0;
    if (version === versionAfter && part.hasOriginal) {
      await documents.restoreOriginal(projectId, documentId, snapshotId);
      return 0;
    }
    const { text: before } = await documents.readSnapshot(projectId, documentId, snapshotId);
    const rewrite = { projectId, documentId, expectedVersion: version };
    if (version === versionAfter) {
      await documents.rewrite({ ...rewrite, text: before });
      return 0;
    }
    if (places.length === 0) return all;
    const { text, left } = takePlacesBack(before, places, now);
    const from = { text: before, version: versionBefore };
    if (text !== now) await documents.rewrite({ ...rewrite, text, made: { kind: 'merged', from } });
    return left;
  } catch (error) {
    if (error instanceof AppError && movedOn.includes(error.code)) return all;
    throw error;
  }
};

const titleOf = (
  { documents }: Pick<ReplaceParts, 'documents'>,
  projectId: string,
  documentId: string,
): string => {
  const isThis = (one: { documentId: string }): boolean => one.documentId === documentId;
  const chapters = [...documents.list(projectId), ...documents.listDeleted(projectId)];
  return chapters.find(isThis)?.title ?? '';
};

type Undone = Output<'manuscript:undo'>;

const takeBackPart = async (
  parts: ReplaceParts,
  projectId: string,
  part: ReplacedPart,
): Promise<{ document: Undone['documents']; changed: Undone['changed'] }> => {
  const { id } = part;
  if (part.kind === 'record') {
    const { left, title } = rewordBack(parts, projectId, part);
    const { kind } = part.back;
    return { document: [], changed: left === 0 ? [] : [{ kind, id, title, count: left }] };
  }
  const left = await restoreChapter(parts, projectId, part);
  const title = left === 0 ? '' : titleOf(parts, projectId, id);
  return {
    document: left >= Math.max(1, part.places.length) ? [] : [parts.documents.info(projectId, id)],
    changed: left === 0 ? [] : [{ kind: 'chapter', id, title, count: left }],
  };
};

/**
 * Every place that still stands as it was replaced reads as before, and every field of a record that nobody reworded
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
  const answer: Undone = { documents: [], changed: [] };
  const tell = tellProgress({ report }, 'takingBack', changedParts.length);
  for (const [index, part] of changedParts.toReversed().entries()) {
    throwIfCancelled(signal);
    const { document, changed } = await takeBackPart(parts, projectId, part);
    answer.documents.push(...document);
    answer.changed.push(...changed);
    tell(index + 1);
  }
  // As the book has them.
  answer.documents.reverse();
  answer.changed.reverse();
  return answer;
};
