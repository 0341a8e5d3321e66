/** What a candidate's hunks put into the chapter, for any choice of them: the page shows it, `accept` writes it (F14). */
import type { Hunk } from './domain/candidate.ts';

/** What stands directly before a candidate's place; '' at the beginning of the chapter. */
export type Beside = { before: string };

/** What one hunk puts into the text. */
export type Contribution = {
  index: number;
  text: string;
  /** Code units at the beginning of the hunk's new words that are left out of `text`. */
  skipped: number;
};

const leadingBreaks = /^(?:[^\S\n]*\n)+/u;
const trailingBreaks = /(?:\n[^\S\n]*)+$/u;

/** New paragraphs at one place: each but the first begins with the break that parts it from the one before. */
const insertedParagraphs = (
  hunks: readonly Hunk[],
  taken: readonly Hunk[],
  { before }: Beside,
): Contribution[] => {
  const first = hunks[0];
  const last = hunks.at(-1);
  const beginsLine = before === '' || before.endsWith('\n');
  return taken.map((hunk, order) => {
    const { index, inserted } = hunk;
    // Where the paragraphs before it were refused there is nothing left to be parted from, but the line it stands in.
    const isParted = order === 0 && hunk !== first && beginsLine;
    const skipped = isParted ? (leadingBreaks.exec(inserted)?.[0].length ?? 0) : 0;
    const isEnd = order === taken.length - 1 && hunk !== last;
    const after = isEnd ? (trailingBreaks.exec(last?.inserted ?? '')?.[0] ?? '') : '';
    return { index, text: `${inserted.slice(skipped)}${after}`, skipped };
  });
};

/** Of the chosen hunks, in their order. */
export const contributionsOf = (
  hunks: readonly Hunk[],
  chosen: ReadonlySet<number>,
  beside: Beside,
): Contribution[] => {
  const taken = hunks.filter(({ index }) => chosen.has(index));
  const place = hunks[0]?.start;
  const isInsertion = hunks.every(({ start, end }) => start === place && end === place);
  return isInsertion
    ? insertedParagraphs(hunks, taken, beside)
    : taken.map(({ index, inserted }) => ({ index, text: inserted, skipped: 0 }));
};
