/** How often an entry was named up to a chapter; pure. */
import type { Output } from '#shared/contract/index.ts';

type Mentions = Output<'knowledge:mentions:read'>['chapters'];

/** Chapters the small picture shows. */
const shown = 24;

export type NamedSoFar = {
  /** Up to the chapter, itself too. */
  count: number;
  /** The last chapter before it that names the entry; null for none. */
  last: number | null;
  /** The last chapters up to it, each with its share of the highest. */
  bars: { chapter: number; height: number }[];
};

export const namedUpTo = (mentions: Mentions, chapter: number): NamedSoFar => {
  const soFar = mentions.filter((one) => one.chapter <= chapter);
  const counts = new Map(soFar.map((one) => [one.chapter, one.count]));
  const first = Math.max(1, chapter - shown + 1);
  const chapters = Array.from({ length: chapter - first + 1 }, (_, at) => first + at);
  const max = Math.max(1, ...chapters.map((one) => counts.get(one) ?? 0));
  return {
    count: soFar.reduce((sum, one) => sum + one.count, 0),
    last: soFar.findLast((one) => one.chapter < chapter)?.chapter ?? null,
    bars: chapters.map((one) => ({ chapter: one, height: (counts.get(one) ?? 0) / max })),
  };
};
