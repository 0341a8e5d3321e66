/** Places and passages of expectations go with their text when chapters are split or merged (W1). */
import type { TextMove } from '../documents/service.ts';
import {
  type AnchoredItem,
  type AnchoredPlace,
  anchorPassage,
  anchorPlace,
  findPassage,
  findPlace,
  isAnchoredItem,
  isAnchoredPlace,
} from './anchored.ts';
import type { Reanchored, StoredExpectation } from './service.ts';

type Text = { documentId: string; text: string };
type Stretch = Text & { start: number; end: number };

/** Where a stretch of a chapter is on the other side; null when it lies across a border. */
const carry = (
  { side, whole, parts }: TextMove,
  from: TextMove['parts'][number],
  { start, end }: { start: number; end: number },
): Stretch | null => {
  if (side === 'joined') return { ...whole, start: from.start + start, end: from.start + end };
  const part = parts.find((one) => start >= one.start && end <= one.start + one.text.length);
  return part ? { ...part, start: start - part.start, end: end - part.start } : null;
};

const sourceOf = (move: TextMove, documentId: string): TextMove['parts'][number] | undefined => {
  const sources = move.side === 'joined' ? move.parts : [{ ...move.whole, start: 0 }];
  return sources.find((one) => one.documentId === documentId);
};

const carryPlace = (move: TextMove, at: AnchoredPlace): AnchoredPlace | null => {
  const from = sourceOf(move, at.documentId);
  const place = from ? findPlace(from.text, at) : null;
  if (!from || place === null) return null;
  const to = carry(move, from, { start: place, end: place });
  return to && anchorPlace(to.documentId, to.text, to.start);
};

const carryItem = (move: TextMove, item: AnchoredItem): AnchoredItem | null => {
  const from = sourceOf(move, item.documentId);
  const place = from ? findPassage(from.text, item) : null;
  if (!from || place === null) return null;
  const to = carry(move, from, place);
  return to && anchorPassage(to.documentId, to.text, to);
};

/**
 * Those that have another place now. What cannot be found stays where it was, and so does what is expected at the end
 * of a chapter that is gone: an undo brings it back.
 */
export const followMoved = (
  expectations: readonly StoredExpectation[],
  move: TextMove,
): Reanchored[] =>
  expectations.flatMap((from) => {
    const { at, item } = from;
    const place = isAnchoredPlace(at) ? carryPlace(move, at) : null;
    const passage = isAnchoredItem(item) ? carryItem(move, item) : null;
    if (!place && !passage) return [];
    return [{ from, ...(place ? { at: place } : {}), ...(passage ? { item: passage } : {}) }];
  });
