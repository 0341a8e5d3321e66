/** Places and passages of expectations go with their text when chapters are split or merged, and when a scene is moved (W1). */
import { anchorText, findText } from '#main/base/anchors/anchored-text.ts';
import { type Anchoring, moveMarked } from '../move-marked.ts';
import { carryStretch, type MoveMemory, type TextMove } from '../text-move.ts';
import {
  type AnchoredItem,
  type AnchoredPlace,
  anchorPlace,
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

/** Found as a passage is, never guessed from its neighbours. */
const anchoring: Anchoring = { find: findText, anchor: anchorText };

/** The passages, by expectation; one that is cut in two stays with the larger piece. */
const carryItems = (
  expectations: readonly StoredExpectation[],
  move: TextMove,
  memory: MoveMemory,
): Map<string, AnchoredItem> => {
  const marked = expectations.flatMap(({ expectationId: id, item }) =>
    isAnchoredItem(item) ? [{ id, places: { item } }] : [],
  );
  const moved = moveMarked(marked, move, { keeper: 'expectations', memory, anchoring });
  return new Map(
    moved.flatMap(({ id, places: { item } }) => (item === undefined ? [] : [[id, item] as const])),
  );
};

/**
 * Those that have another place now. What cannot be found stays where it was; what is expected at the end of a chapter
 * goes with what names chapters.
 */
export const followMoved = (
  expectations: readonly StoredExpectation[],
  move: TextMove,
  memory: MoveMemory,
): Reanchored[] => {
  const passages = carryItems(expectations, move, memory);
  return expectations.flatMap((from) => {
    const { at, expectationId } = from;
    const place = isAnchoredPlace(at) ? carryPlace(move, at) : null;
    const passage = passages.get(expectationId);
    if (!place && !passage) return [];
    return [{ from, ...(place ? { at: place } : {}), ...(passage ? { item: passage } : {}) }];
  });
};
