/** What a writer noted about a chapter elsewhere, beside its text: synopses, labels, how far it has come. */
import type { ChapterStatus } from '#shared/domain/project.ts';

/** As the file has them; a chapter of several scenes has those of each. */
export type ChapterNotes = {
  synopses: readonly string[];
  labels: readonly string[];
  statuses: readonly ChapterStatus[];
};

/** As a chapter of ours has them. */
type SettledNotes = {
  synopsis: string;
  labels: string[];
  status: ChapterStatus | null;
};

/** The limits of a chapter's settings. */
const longestSynopsis = 4000;
const longestLabel = 40;
const maxLabels = 20;

const progress: readonly ChapterStatus[] = ['idea', 'draft', 'revised', 'done'];

export const joinNotes = (
  notes: ChapterNotes | undefined,
  more: ChapterNotes | undefined,
): ChapterNotes | undefined => {
  if (notes === undefined || more === undefined) return notes ?? more;
  return {
    synopses: [...notes.synopses, ...more.synopses],
    labels: [...notes.labels, ...more.labels],
    statuses: [...notes.statuses, ...more.statuses],
  };
};

/** Whole synopses, as many as fit, in order. */
const fittingSynopses = (synopses: readonly string[]): string[] => {
  const fitting: string[] = [];
  let length = -1;
  for (const synopsis of synopses) {
    length += synopsis.length + 1;
    if (length > longestSynopsis) break;
    fitting.push(synopsis);
  }
  return fitting;
};

const fittingLabels = (labels: readonly string[]): string[] =>
  [...new Set(labels)].filter((label) => label.length <= longestLabel).slice(0, maxLabels);

/** What a chapter can hold of them. A chapter has come as far as the least of its scenes. */
export const settleNotes = ({ synopses, labels, statuses }: ChapterNotes): SettledNotes => ({
  synopsis: fittingSynopses(synopses).join('\n'),
  labels: fittingLabels(labels),
  status: progress.find((status) => statuses.includes(status)) ?? null,
});

type NotesCount = { synopses: number; labels: number };

/** How much of what chapters have can be kept with them. */
export const countFitting = (all: readonly (ChapterNotes | undefined)[]): NotesCount => {
  const count = { synopses: 0, labels: 0 };
  for (const notes of all) {
    count.synopses += fittingSynopses(notes?.synopses ?? []).length;
    count.labels += fittingLabels(notes?.labels ?? []).length;
  }
  return count;
};

/** How much there is: a label that several scenes of one chapter have counts once. */
export const countNotes = (all: readonly (ChapterNotes | undefined)[]): NotesCount => {
  const count = { synopses: 0, labels: 0 };
  for (const notes of all) {
    count.synopses += notes?.synopses.length ?? 0;
    count.labels += new Set(notes?.labels ?? []).size;
  }
  return count;
};
