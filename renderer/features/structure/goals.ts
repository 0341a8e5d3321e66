/** What chapters, volumes and the book are meant to have and what they have: words, goals and how far each has come (W3). Pure. */
import { isEmptyChapter } from '#renderer/app/empty-chapter.ts';
import { ChapterStatus, type DocumentInfo } from '#shared/domain/project.ts';
import type { Scene } from '#shared/domain/scene.ts';

/** In words; null for none. `isOwn`: set for the chapter itself. */
export type Aim = { goal: number | null; isOwn: boolean };

/** The goals of all scenes together; null where one of them has none. */
const goalOfScenes = (scenes: readonly Scene[]): number | null => {
  const goals = scenes.map(({ facts }) => facts?.wordGoal ?? null);
  const given = goals.filter((goal) => goal !== null);
  if (given.length === 0 || given.length < goals.length) return null;
  return given.reduce((sum, goal) => sum + goal, 0);
};

/** A chapter's own goal, else what its scenes come to, else what the book says of each chapter. */
export const aimOf = (
  { wordGoal }: Pick<DocumentInfo, 'wordGoal'>,
  scenes: readonly Scene[] | undefined,
  perChapter: number | null,
): Aim =>
  wordGoal === null
    ? { goal: goalOfScenes(scenes ?? []) ?? perChapter, isOwn: false }
    : { goal: wordGoal, isOwn: true };

/** The part of a goal that is written, from 0 to 1. */
export const reachedShare = (words: number, goal: number): number =>
  Math.min(1, words / Math.max(1, goal));

export type Sum = {
  chapters: number;
  words: number;
  /** Of the chapters that have one; null where none has. */
  goal: number | null;
  /** How many have a goal, and the words of these. */
  aimed: number;
  aimedWords: number;
  statuses: Readonly<Record<ChapterStatus, number>>;
  /** The last change of a chapter, ms since the epoch; null where there is none. */
  changedAt: number | null;
};

const nothing: Sum = {
  ...{ chapters: 0, words: 0, goal: null, aimed: 0, aimedWords: 0, changedAt: null },
  statuses: { idea: 0, draft: 0, revised: 0, done: 0 },
};

const add = (sum: Sum, document: DocumentInfo, goal: number | null): Sum => {
  const { wordCount, status, modifiedAt } = document;
  const changedAt = isEmptyChapter(document)
    ? sum.changedAt
    : Math.max(sum.changedAt ?? 0, modifiedAt);
  return {
    chapters: sum.chapters + 1,
    words: sum.words + wordCount,
    goal: goal === null ? sum.goal : (sum.goal ?? 0) + goal,
    aimed: sum.aimed + (goal === null ? 0 : 1),
    aimedWords: sum.aimedWords + (goal === null ? 0 : wordCount),
    statuses:
      status === null ? sum.statuses : { ...sum.statuses, [status]: sum.statuses[status] + 1 },
    changedAt,
  };
};

export const sumOf = (
  documents: readonly DocumentInfo[],
  goalOf: (document: DocumentInfo) => number | null,
): Sum => documents.reduce((sum, document) => add(sum, document, goalOf(document)), nothing);

/** How many have come how far, those that have come farthest first; none of what is nowhere. */
export const countedStatuses = ({ statuses }: Sum): { status: ChapterStatus; count: number }[] =>
  ChapterStatus.options
    .toReversed()
    .map((status) => ({ status, count: statuses[status] }))
    .filter(({ count }) => count > 0);

/** `aimed`: how many chapters the goal is of; null for the whole book. */
export type BookAim = { goal: number; left: number; aimed: number | null };

/** What is still to be written: for the goal of the book, else for those of its chapters; null where there is none. */
export const bookAim = (sum: Sum, perBook: number | null): BookAim | null => {
  if (perBook !== null) {
    return { goal: perBook, left: Math.max(0, perBook - sum.words), aimed: null };
  }
  if (sum.goal === null) return null;
  const left = Math.max(0, sum.goal - sum.aimedWords);
  return { goal: sum.goal, left, aimed: sum.aimed === sum.chapters ? null : sum.aimed };
};
