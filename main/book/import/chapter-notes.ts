/** What a writer noted about a chapter elsewhere, beside its text: synopses, labels, how far it has come, how long it is to be. */
import { sumGoals } from '#main/book/word-goals.ts';
import { maxWordGoal } from '#shared/domain/days.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { ChapterStatus } from '#shared/domain/project.ts';

/** How long it is to be, in the unit it was set in. */
export type LengthGoal = { count: number; unit: 'words' | 'characters' };

/** As the file has them; a chapter of several scenes has those of each. */
export type ChapterNotes = {
  synopses: readonly string[];
  labels: readonly string[];
  statuses: readonly ChapterStatus[];
  goals: readonly LengthGoal[];
};

/** As a chapter of ours has them. */
type SettledNotes = {
  synopsis: string;
  labels: string[];
  status: ChapterStatus | null;
  /** Words, Han characters one each; null for no goal. */
  wordGoal: number | null;
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
    goals: [...notes.goals, ...more.goals],
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

/** A character is a word of a Chinese text; how many words of another one it is, nobody knows. */
const fittingGoals = (goals: readonly LengthGoal[], language: Language): number[] =>
  goals.flatMap(({ count, unit }) =>
    count <= maxWordGoal && (unit === 'words' || language === 'zh-CN') ? [count] : [],
  );

/**
 * What a chapter of a book in `language` can hold of them. A chapter has come as far as the least of its scenes, and is to be
 * as long as those that have a goal together.
 */
export const settleNotes = (
  { synopses, labels, statuses, goals }: ChapterNotes,
  language: Language,
): SettledNotes => ({
  synopsis: fittingSynopses(synopses).join('\n'),
  labels: fittingLabels(labels),
  status: progress.find((status) => statuses.includes(status)) ?? null,
  wordGoal: sumGoals(fittingGoals(goals, language)),
});

type NotesCount = { synopses: number; labels: number; goals: number };

/** How much of what chapters of a book in `language` have can be kept with them. */
export const countFitting = (
  all: readonly (ChapterNotes | undefined)[],
  language: Language,
): NotesCount => {
  const count = { synopses: 0, labels: 0, goals: 0 };
  for (const notes of all) {
    count.synopses += fittingSynopses(notes?.synopses ?? []).length;
    count.labels += fittingLabels(notes?.labels ?? []).length;
    count.goals += fittingGoals(notes?.goals ?? [], language).length;
  }
  return count;
};

/** How much there is: a label that several scenes of one chapter have counts once. */
export const countNotes = (all: readonly (ChapterNotes | undefined)[]): NotesCount => {
  const count = { synopses: 0, labels: 0, goals: 0 };
  for (const notes of all) {
    count.synopses += notes?.synopses.length ?? 0;
    count.labels += new Set(notes?.labels ?? []).size;
    count.goals += notes?.goals.length ?? 0;
  }
  return count;
};
