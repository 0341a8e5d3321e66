/** Places and passages of expectations go with their text when chapters are split or merged, and when a scene is moved (W1). */
import { carryStretch, type TextMove } from '../text-move.ts';
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

const textBefore = ({ before }: TextMove, documentId: string): string | undefined =>
  before.find((one) => one.documentId === documentId)?.text;

const carryPlace = (move: TextMove, at: AnchoredPlace): AnchoredPlace | null => {
  const text = textBefore(move, at.documentId);
  const place = text === undefined ? null : findPlace(text, at);
  if (place === null) return null;
  const to = carryStretch(move, at.documentId, { start: place, end: place });
  return to && anchorPlace(to.documentId, to.text, to.start);
};

const carryItem = (move: TextMove, item: AnchoredItem): AnchoredItem | null => {
  const text = textBefore(move, item.documentId);
  const place = text === undefined ? null : findPassage(text, item);
  if (place === null) return null;
  const to = carryStretch(move, item.documentId, place);
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
