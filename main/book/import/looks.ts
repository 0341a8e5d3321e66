/** The stars around words that look different, where some of them touch. Pure. */

/** Bits: one star for italic, two for bold. */
const bits = [1, 2] as const;

/** `stars`: 0 to 3. */
export type LookPiece = { stars: number; text: string };

const starred = (marks: readonly number[]): string =>
  marks.map((mark) => '*'.repeat(mark)).join('');

/** Neighbours that look alike as one, also over a space between them. */
const mergePieces = (pieces: readonly LookPiece[]): LookPiece[] => {
  const merged: LookPiece[] = [];
  for (const piece of pieces) {
    if (piece.text === '') continue;
    const last = merged.at(-1);
    const before = merged.at(-2);
    if (last?.stars === piece.stars) last.text += piece.text;
    else if (before?.stars === piece.stars && last?.stars === 0 && last.text.trim() === '') {
      before.text += last.text + piece.text;
      merged.pop();
    } else merged.push({ ...piece });
  }
  return merged;
};

/** How many pieces from here on have it. */
const lasts = (pieces: readonly LookPiece[], from: number, bit: number): number => {
  let at = from;
  while (((pieces[at]?.stars ?? 0) & bit) !== 0) at += 1;
  return at - from;
};

/**
 * Marks stand within each other wherever looks share one: where each look had its own, stars of both would stand together,
 * and readers of Markdown part those in different ways.
 */
export const writeStars = (all: readonly LookPiece[]): string => {
  const pieces = mergePieces(all);
  const open: number[] = [];
  let line = '';
  for (const [at, { stars, text }] of pieces.entries()) {
    const ends = open.findIndex((bit) => (stars & bit) === 0);
    if (ends >= 0) line += starred(open.splice(ends).toReversed());
    const begun = bits.filter((bit) => (stars & bit) !== 0 && !open.includes(bit));
    // What lasts longer stands around the other.
    begun.sort((a, b) => lasts(pieces, at, b) - lasts(pieces, at, a));
    line += `${starred(begun)}${text}`;
    open.push(...begun);
  }
  return `${line}${starred(open.toReversed())}`;
};
