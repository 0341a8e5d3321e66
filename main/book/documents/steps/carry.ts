/** What a person decided about chapters, on both sides of a split or merge. */
import { isSameFence } from '../fences/list.ts';
import { withFence } from '../fences/sync.ts';
import type { DocumentRecord } from '../record.ts';
import { isSynopsisStale } from '../synopsis-mark.ts';
import { strictestFence } from '../../strictest-fence.ts';
import type { StoredFence } from '../../chapter-reference.ts';
import type { ChapterStatus } from '#shared/domain/project.ts';
import type { CarriedDecisions } from './step.ts';
import { sumGoals } from '#main/book/word-goals.ts';

const maxSynopsis = 4_000;
const maxLabels = 20;
const ladder: readonly ChapterStatus[] = ['idea', 'draft', 'revised', 'done'];

export const decisionsOf = (record: DocumentRecord): CarriedDecisions => ({
  pointOfViewEntityId: record.pointOfViewEntityId,
  fence: record.fence,
  status: record.status,
  synopsis: record.synopsis,
  synopsisVersion: record.synopsisVersion,
  labels: [...record.labels],
  wordGoal: record.wordGoal,
});

/** The second half of a chapter: closed as the whole was, seen by the same eyes, without a synopsis of its own. */
export const decisionsOfHalf = (whole: DocumentRecord): CarriedDecisions => ({
  ...decisionsOf(whole),
  synopsis: '',
  synopsisVersion: null,
});

/** The strictest of several fences, those that are none left out. */
export const strictestOf = (fences: readonly (StoredFence | null)[]): StoredFence | null =>
  strictestFence(fences.filter((fence) => fence !== null));

/** As far as the one that has come least far; null where nobody has said of one. */
const lowestStatus = (statuses: readonly (ChapterStatus | null)[]): ChapterStatus | null => {
  if (statuses.includes(null)) return null;
  return ladder.find((status) => statuses.includes(status)) ?? null;
};

/**
 * Of chapters that become one: the strictest fence, the point of view of the first, all synopses behind one another (of
 * those that do not fit the chapters in the trash keep theirs), true only if all were, their goals together.
 */
export const joinDecisions = (
  records: readonly DocumentRecord[],
  wholeMark: string,
): CarriedDecisions => {
  const written = records.filter(({ synopsis }) => synopsis !== '');
  const isTrue = written.every((record) => !isSynopsisStale(record.synopsisVersion, record));
  let synopsis = '';
  for (const { synopsis: next } of written) {
    const longer = synopsis === '' ? next : `${synopsis}\n${next}`;
    if (longer.length <= maxSynopsis) synopsis = longer;
  }
  const isWhole = isTrue && written.length === records.length;
  return {
    pointOfViewEntityId: records[0]?.pointOfViewEntityId ?? null,
    fence: strictestOf(records.map(({ fence }) => fence)),
    status: lowestStatus(records.map(({ status }) => status)),
    synopsis,
    synopsisVersion: synopsis === '' ? null : isWhole ? wholeMark : 'parts',
    labels: [...new Set(records.flatMap(({ labels }) => labels))].slice(0, maxLabels),
    wordGoal: sumGoals(records.map(({ wordGoal }) => wordGoal)),
  };
};

/** The record with these decisions; another fence counts as decided here and now. */
export const carryDecisions = (
  record: DocumentRecord,
  { fence, ...rest }: CarriedDecisions,
): DocumentRecord => {
  const carried = { ...record, ...rest };
  return isSameFence(record.fence, fence) ? carried : withFence(carried, fence);
};
