/** Chapters whose file was brought under another name in an earlier look, and whose old file is gone only now (B1). */
import { lastKnownText, textAt, withText } from './closed-text.ts';
import type { DocumentsContext } from './context.ts';
import { arrivalTime, isSameChapter } from './follow-lost.ts';
import { sentencesOf } from './likeness.ts';
import type { OpenFolder } from './open-folder.ts';
import type { DocumentRecord } from './record.ts';
import { strictestFence } from '../strictest-fence.ts';

/** A chapter under two ids: the one it always had, and the one its file got when it came. */
export type Brought = { lost: DocumentRecord; arrived: DocumentRecord };

/** Nobody has said anything of it or written in it; a fence it took over from the text it holds says nothing either. */
export const isUntouched = (
  context: DocumentsContext,
  { projectId }: OpenFolder,
  { documentId, ...record }: DocumentRecord,
): Promise<boolean> | boolean =>
  record.pointOfViewEntityId === null &&
  record.chosenEncoding === null &&
  record.status === null &&
  record.synopsis === '' &&
  record.labels.length === 0 &&
  record.wordGoal === null &&
  record.fenceRevision <= 1 &&
  context.snapshots.list({ projectId, documentId }).then(({ length }) => length === 0);

const findArrived = async (
  context: DocumentsContext,
  folder: OpenFolder,
  lost: DocumentRecord,
  candidates: readonly DocumentRecord[],
): Promise<DocumentRecord | undefined> => {
  // All empty files say the same.
  if (lost.charCount === 0) return undefined;
  const same = candidates.find(({ version }) => version === lost.version);
  if (same) return same;
  const known = withText(lost, async () => sentencesOf(await lastKnownText(context, folder, lost)));
  // While both are there one may be much like the other: only what bears its heading is the chapter, edited.
  for (const candidate of candidates.filter(({ title }) => title === lost.title)) {
    const file = withText(candidate, async () => sentencesOf(await textAt(folder, candidate.path)));
    if (await isSameChapter(known, file)) return candidate;
  }
  return undefined;
};

/**
 * Finds chapters that were renamed in two steps. `now`: a chapter as this look found it, undefined where it is gone. The
 * caller holds the folder's mutex.
 */
export const findBrought = async (
  context: DocumentsContext,
  folder: OpenFolder,
  lost: readonly DocumentRecord[],
  now: (documentId: string) => DocumentRecord | undefined,
): Promise<Brought[]> => {
  if (lost.length === 0) return [];
  const since = context.clock.now() - arrivalTime;
  const candidates: DocumentRecord[] = [];
  for (const [documentId, at] of folder.arrivedAt) {
    const record = at >= since ? now(documentId) : undefined;
    if (record && (await isUntouched(context, folder, record))) candidates.push(record);
  }
  const brought: Brought[] = [];
  for (const one of lost) {
    if (candidates.length === 0) break;
    const arrived = await findArrived(context, folder, one, candidates);
    if (!arrived) continue;
    candidates.splice(candidates.indexOf(arrived), 1);
    brought.push({ lost: one, arrived });
  }
  return brought;
};

/** What was decided of the chapter, with the file it has now; closed as far as either was. */
export const joinBrought = ({ lost, arrived }: Brought): DocumentRecord => {
  const { documentId, fenceKey, fenceRevision } = lost;
  const { pointOfViewEntityId, status, synopsis, synopsisVersion, labels, wordGoal } = lost;
  const fences = [lost.fence, arrived.fence].filter((fence) => fence !== null);
  return {
    ...arrived,
    ...{ documentId, fenceKey, fenceRevision: Math.max(fenceRevision, arrived.fenceRevision) },
    ...{ pointOfViewEntityId, status, synopsis, synopsisVersion, labels, wordGoal },
    chosenEncoding: lost.chosenEncoding,
    fence: strictestFence(fences),
  };
};
