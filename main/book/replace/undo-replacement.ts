/** Takes a replacement back, chapter by chapter and record by record. */
import type { RunningJob } from '#main/jobs/service.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import type { ReplaceParts } from './parts.ts';
import { tellProgress, throwIfCancelled } from './progress.ts';
import { rewordBack } from './record-changes.ts';
import type { ReplacedPart } from './store.ts';

type ChapterPart = Extract<ReplacedPart, { kind: 'chapter' }>;

/** What an undo meets where somebody went on meanwhile. */
const movedOn = ['DOCUMENT_CONFLICT', 'DOCUMENT_NOT_FOUND', 'DOCUMENT_UNREADABLE'];

/** False when the chapter is no longer as the replacement left it. */
const restoreChapter = async (
  { documents }: ReplaceParts,
  projectId: string,
  part: ChapterPart,
): Promise<boolean> => {
  const { id: documentId, snapshotId, versionBefore, versionAfter } = part;
  try {
    const { version } = await documents.read(projectId, documentId);
    if (version === versionBefore) return true;
    if (version !== versionAfter) return false;
    if (part.hasOriginal) {
      await documents.restoreOriginal(projectId, documentId, snapshotId);
      return true;
    }
    const { text } = await documents.readSnapshot(projectId, documentId, snapshotId);
    await documents.rewrite({ projectId, documentId, text, expectedVersion: versionAfter });
    return true;
  } catch (error) {
    if (error instanceof AppError && movedOn.includes(error.code)) return false;
    throw error;
  }
};

/**
 * What somebody wrote after the replacement is never taken back: it is in `changed`. `signal` ends it between two chapters,
 * and asked for again it goes on there. REPLACEMENT_NOT_FOUND, CANCELLED (W2).
 */
export const undoReplacement = async (
  parts: ReplaceParts,
  { projectId, undoId }: Parsed<'manuscript:undo'>,
  { signal, report }: Pick<RunningJob, 'signal' | 'report'>,
): Promise<Output<'manuscript:undo'>> => {
  const { documents, store } = parts;
  documents.list(projectId);
  const changedParts = store.parts(projectId, undoId);
  if (changedParts === null) {
    throw new AppError('REPLACEMENT_NOT_FOUND', 'There is no such replacement.', { undoId });
  }
  const answer: Output<'manuscript:undo'> = { documents: [], changed: [] };
  const tell = tellProgress({ report }, 'takingBack', changedParts.length);
  for (const [index, part] of changedParts.toReversed().entries()) {
    throwIfCancelled(signal);
    if (part.kind === 'record') {
      const restored = rewordBack(parts, projectId, part.back);
      if (!restored) answer.changed.push({ kind: part.back.kind, id: part.id });
    } else if (await restoreChapter(parts, projectId, part)) {
      answer.documents.push(documents.info(projectId, part.id));
    } else {
      answer.changed.push({ kind: 'chapter', id: part.id });
    }
    tell(index + 1);
  }
  answer.documents.reverse();
  return answer;
};
