/** Text that goes from one chapter to another, or elsewhere within one: by split, merge, or the move of a scene (W1). Pure. */
import { z } from 'zod';
import type { Span } from '#main/base/prose/span.ts';
import { maxExpectedPassage } from '#shared/domain/expectation.ts';
import type { MovedPiece } from '#shared/domain/moved-piece.ts';
import { StoredMark } from './record-source.ts';

/** A chapter's text, before or after. */
export type ChapterText = { documentId: string; text: string; version: string };

export type TextMove = {
  projectId: string;
  /** The chapters that it touches, as they were and as they are. */
  before: readonly ChapterText[];
  after: readonly ChapterText[];
  pieces: readonly MovedPiece[];
  /** What comes from no piece is given back, and is what it was; else the program put it there. */
  givesBack: boolean;
};

/** What an expectation is about may be longer than a mark. */
const CutText = StoredMark.extend({ quote: z.string().min(1).max(maxExpectedPassage) });

/** A mark of which a move took only a piece along: what it was, and the piece it was then. */
export const CutMark = z.object({
  /** Whose it is: the table of its owner's kind. */
  keeper: z.string(),
  id: z.string(),
  placeId: z.string(),
  whole: CutText,
  piece: CutText,
});
export type CutMark = z.infer<typeof CutMark>;

/** What is kept with a step from one move of it to the next, which brings its texts back as they were. */
export type MoveMemory = {
  /** What the last move of the step cut. */
  cut: readonly CutMark[];
  noteCut(mark: CutMark): void;
};

/** Called within the transaction that ends the move: what it writes counts with it, or not at all. */
export type FollowText = (move: TextMove, memory: MoveMemory) => void;

/** Tells everybody who follows the text of a move; answers what of their marks it cut. */
export const followMove = (
  followers: Iterable<FollowText>,
  move: TextMove,
  cut: readonly CutMark[] = [],
): CutMark[] => {
  const noted: CutMark[] = [];
  for (const follow of followers) follow(move, { cut, noteCut: (mark) => noted.push(mark) });
  return noted;
};

/** Several texts become one, in which each has its place, but for what is `skipped` at its beginning. */
export const joinMove = (
  projectId: string,
  whole: ChapterText,
  parts: readonly (ChapterText & { start: number; skipped?: number })[],
): TextMove => ({
  projectId,
  before: parts.map(({ documentId, text, version }) => ({ documentId, text, version })),
  after: [whole],
  pieces: parts.map(({ documentId, text, start, skipped = 0 }) => ({
    from: { documentId, start: skipped },
    to: { documentId: whole.documentId, start },
    length: text.length - skipped,
  })),
  givesBack: false,
});

/** The way back. */
export const reverseMove = ({
  projectId,
  before,
  after,
  pieces,
  givesBack,
}: TextMove): TextMove => ({
  ...{ projectId, before: after, after: before, givesBack: !givesBack },
  pieces: pieces.map(({ from, to, length }) => ({ from: to, to: from, length })),
});

export const touchedBy = ({ before, after }: TextMove): string[] => [
  ...new Set([...before, ...after].map(({ documentId }) => documentId)),
];

const textAfter = ({ after }: TextMove, { to }: MovedPiece): ChapterText => {
  const text = after.find(({ documentId }) => documentId === to.documentId);
  if (text === undefined) throw new Error('a piece that went nowhere');
  return text;
};

/** In the order of the chapter's text. */
export const piecesFrom = ({ pieces }: TextMove, documentId: string): MovedPiece[] =>
  pieces
    .filter(({ from }) => from.documentId === documentId)
    .toSorted((one, other) => one.from.start - other.from.start);

/** Of a piece, in the chapter it is in now. */
const carried = (move: TextMove, piece: MovedPiece, span: Span): ChapterText & Span => {
  const by = piece.to.start - piece.from.start;
  return { ...textAfter(move, piece), start: span.start + by, end: span.end + by };
};

/** Where a stretch of a chapter is now; null where it lies across a border. */
export const carryStretch = (
  move: TextMove,
  documentId: string,
  span: Span,
): (ChapterText & Span) | null => {
  const piece = piecesFrom(move, documentId).find(
    ({ from, length }) => span.start >= from.start && span.end <= from.start + length,
  );
  return piece ? carried(move, piece, span) : null;
};

const overlapOf = ({ from, length }: MovedPiece, span: Span): number =>
  Math.min(span.end, from.start + length) - Math.max(span.start, from.start);

/** The same of what lies across a border: the piece that has most of it, of equal ones the first. Null where no words of it went. */
export const carryMost = (
  move: TextMove,
  documentId: string,
  span: Span,
): (ChapterText & Span) | null => {
  const [first, ...rest] = piecesFrom(move, documentId);
  if (!first) return null;
  const piece = rest.reduce(
    (best, one) => (overlapOf(one, span) > overlapOf(best, span) ? one : best),
    first,
  );
  const { from, length } = piece;
  const kept = {
    start: Math.max(from.start, span.start),
    end: Math.min(from.start + length, span.end),
  };
  const to = carried(move, piece, kept);
  return to.text.slice(to.start, to.end).trim() === '' ? null : to;
};
