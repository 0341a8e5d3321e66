/** Where the mentions of an entry stand on the axis of the book's chapters; pure. All lengths are percent of its width. */
import { percentOf, shareOf } from '#renderer/app/chapter-axis.ts';
import type { Output } from '#shared/contract/index.ts';

export type ChapterMentions = Output<'knowledge:mentions:read'>['chapters'][number];

export type Bar = {
  chapter: number;
  x: number;
  width: number /** Of the height. */;
  height: number;
};

/** A chapter's bar takes so much of its place. */
const barShare = 0.72;
/** One mention beside hundreds is still seen. */
const minHeight = 3;

const widthOf = (chapters: number): number => 100 / Math.max(1, chapters);

/** The middle of a chapter. */
export const middleOf = (chapter: number, chapters: number): number =>
  percentOf(chapter, { chapters });

const placeOf = (chapter: number, chapters: number): { x: number; width: number } => ({
  x: shareOf(chapter - 1 + (1 - barShare) / 2, chapters),
  width: shareOf(barShare, chapters),
});

/** The tallest is the chapter that names it most. */
export const barsOf = (mentions: readonly ChapterMentions[], chapters: number): Bar[] => {
  const max = Math.max(1, ...mentions.map(({ count }) => count));
  return mentions.map(({ chapter, count }) => ({
    ...placeOf(chapter, chapters),
    chapter,
    height: Math.max(minHeight, shareOf(count, max)),
  }));
};

export type AliasRow = { name: string; count: number; squares: { x: number; width: number }[] };

/** The other names that are used, the most frequent first, with the chapters that use them. */
export const aliasRows = (
  mentions: readonly ChapterMentions[],
  name: string,
  chapters: number,
): AliasRow[] => {
  const rows = new Map<string, AliasRow>();
  for (const { chapter, names } of mentions) {
    for (const used of names) {
      if (used.name === name) continue;
      const row = rows.get(used.name) ?? { name: used.name, count: 0, squares: [] };
      row.count += used.count;
      row.squares.push(placeOf(chapter, chapters));
      rows.set(used.name, row);
    }
  }
  return [...rows.values()].sort((one, other) => other.count - one.count);
};

/** The chapter at a share of the width, from 0 to 1. */
export const chapterAt = (share: number, chapters: number): number =>
  Math.min(chapters, Math.max(1, Math.floor(share * chapters) + 1));

/** Labels closer than this to one another would lie upon each other. */
const minApart = 4;

/** Every so many chapters a number, in round steps. */
export const ticksOf = (chapters: number): number[] => {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find(
    (one) => one * widthOf(chapters) >= minApart,
  );
  if (step === undefined) return [1, chapters];
  const ticks = [1];
  for (let at = step === 1 ? 2 : step; at <= chapters; at += step) ticks.push(at);
  return ticks;
};
