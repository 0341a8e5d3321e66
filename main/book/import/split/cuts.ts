/** Places in a text at which chapters or volumes begin, and what lies between them. */
import type { ChapterNotes } from '../chapter-notes.ts';

export type Cut = {
  /** Place of its line in the text, from 0. */
  line: number;
  /** Lines it takes: two for an underlined heading; one unless told. */
  length?: number;
  /** The title as a reader sees it. */
  title: string;
  /** The smaller, the larger a unit it begins: volumes before chapters before sections. */
  rank: number;
};

/** A stretch of the text; `cut` is null for what stands before the first one. */
export type Section = { cut: Cut | null; body: string[] };

export const isBlank = (line: string): boolean => line.trim() === '';

/** The lines between cuts, without the lines of the cuts. Cuts are in order. */
export const sectionsOf = (lines: readonly string[], cuts: readonly Cut[]): Section[] => {
  const starts: (Cut | null)[] = [null, ...cuts];
  return starts.map((cut, index) => ({
    cut,
    body: lines.slice(
      cut === null ? 0 : cut.line + (cut.length ?? 1),
      starts[index + 1]?.line ?? lines.length,
    ),
  }));
};

const hasBody = ({ body }: Section): boolean => body.some((line) => !isBlank(line));

/** A prologue, an interlude and an epilogue: so many may stand beside the volumes of a book. */
const maxBeside = 3;

/** Whether the few of a rank that have text stand beside volumes, whose chapters are many times as many. */
const standBesideVolumes = (sections: readonly Section[], rank: number): boolean => {
  let beside = 0;
  let within = 0;
  let isInVolume = false;
  for (const section of sections) {
    const own = section.cut?.rank ?? 0;
    if (own === rank) {
      isInVolume = !hasBody(section);
      if (!isInVolume) beside += 1;
    } else if (own > rank && isInVolume && hasBody(section)) within += 1;
  }
  return beside <= maxBeside && within >= maxBeside * Math.max(2, beside);
};

/**
 * The rank of chapters: the largest unit of which there are several with text of their own. Titles of volumes have none,
 * and sections of chapters are smaller.
 */
export const chapterRank = (lines: readonly string[], cuts: readonly Cut[]): number | null => {
  const ranks = [...new Set(cuts.map(({ rank }) => rank))].sort((a, b) => a - b);
  const sections = sectionsOf(lines, cuts);
  for (const rank of ranks) {
    const own = sections.filter(({ cut }) => cut?.rank === rank);
    const isMany = own.length >= 2 && own.filter(hasBody).length >= own.length / 2;
    if (isMany && !standBesideVolumes(sections, rank)) return rank;
  }
  return ranks.at(-1) ?? null;
};

export type SplitChapter = {
  /** Null where the text names none. */
  title: string | null;
  group: string | null;
  /** Marked Markdown without the line of the title. */
  body: string;
  /** The line of the title as it stands in the text; null where there is none. */
  headingLine: string | null;
  /** Where the chapter is one of the file's own parts. */
  notes?: ChapterNotes;
};

const trimBlank = (body: readonly string[]): string => {
  const from = body.findIndex((line) => !isBlank(line));
  return from < 0
    ? ''
    : body.slice(from, body.findLastIndex((line) => !isBlank(line)) + 1).join('\n');
};

type Placed = SplitChapter & { volumes: readonly string[] };

/** Whether a unit with that title can be the book itself. */
export type IsBook = (title: string) => boolean;

/** A volume that holds everything is the book itself, where its title can be that of one. */
const nameGroups = (
  placed: readonly Placed[],
  canBeBook: IsBook,
): { title: string | null; chapters: SplitChapter[] } => {
  const [first] = placed;
  const outermost = first?.volumes[0];
  const holdsAll = placed.every(({ volumes }) => volumes[0] === outermost);
  const isBook = outermost !== undefined && holdsAll && canBeBook(outermost);
  const chapters = placed.map(({ volumes, ...chapter }) => ({
    ...chapter,
    group: volumes.slice(isBook ? 1 : 0).join(' · ') || null,
  }));
  return { title: isBook ? outermost : null, chapters };
};

/**
 * Chapters at the cuts; a larger unit without text of its own is the volume of those behind it, or the book's title where
 * it stands above all of them.
 */
export const chaptersAt = (
  lines: readonly string[],
  cuts: readonly Cut[],
  canBeBook: IsBook,
): { title: string | null; chapters: SplitChapter[] } => {
  const rank = chapterRank(lines, cuts);
  const used = rank === null ? [] : cuts.filter((cut) => cut.rank <= rank);
  const placed: Placed[] = [];
  let volumes: { cut: Cut; isUsed: boolean }[] = [];
  const place = (cut: Cut | null, body: string): void => {
    const names = volumes.filter((volume) => volume.cut !== cut).map((volume) => volume.cut.title);
    const headingLine =
      cut === null ? null : lines.slice(cut.line, cut.line + (cut.length ?? 1)).join('\n');
    placed.push({ title: cut?.title ?? null, group: null, body, headingLine, volumes: names });
    for (const volume of volumes) volume.isUsed = true;
  };
  /** A volume in which nothing stood is a chapter that is still to be written. */
  const endVolumes = (rank: number): void => {
    const ended = volumes.filter((volume) => volume.cut.rank >= rank);
    for (const volume of ended.filter(({ isUsed }) => !isUsed).slice(-1)) place(volume.cut, '');
    volumes = volumes.filter((volume) => volume.cut.rank < rank);
  };
  for (const section of sectionsOf(lines, used)) {
    const { cut } = section;
    const body = trimBlank(section.body);
    if (cut !== null) endVolumes(cut.rank);
    const isVolume = cut !== null && rank !== null && cut.rank < rank && body === '';
    if (isVolume) volumes.push({ cut, isUsed: false });
    else if (cut !== null || body !== '') place(cut, body);
  }
  endVolumes(0);
  return nameGroups(placed, canBeBook);
};
