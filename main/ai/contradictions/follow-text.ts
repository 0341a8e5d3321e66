/** Findings whose text went into another chapter, or beside other text (W1). Pure. */
import { anchorText } from '#main/base/anchors/anchored-text.ts';
import type { StoredFinding, StoredPlace } from '#main/book/findings/service.ts';
import { carryStretch, piecesFrom, type TextMove } from '#main/book/text-move.ts';
import { placeToday } from './place-today.ts';

/** What cannot be found goes where it would be: with the way back it is there again. */
const followOffset = (place: StoredPlace, move: TextMove): StoredPlace => {
  const piece = piecesFrom(move, place.id).findLast(({ from }) => from.start <= place.offset);
  if (!piece) return place;
  const { from, to } = piece;
  return { ...place, id: to.documentId, offset: place.offset - from.start + to.start };
};

/** What it is known by is what stands around it now: few words may stand elsewhere as well. */
const followPlace = (place: StoredPlace, move: TextMove): StoredPlace => {
  const { source, id } = place;
  const from = move.before.find(({ documentId }) => documentId === id);
  if (source !== 'chapter' || !from) return place;
  const found = placeToday(place, () => from.text);
  const to = found && carryStretch(move, id, found);
  return to ? { source, id: to.documentId, ...anchorText(to.text, to) } : followOffset(place, move);
};

const isSame = (one: StoredPlace, other: StoredPlace): boolean =>
  one.id === other.id &&
  one.offset === other.offset &&
  one.quote === other.quote &&
  one.before === other.before &&
  one.after === other.after;

/** Those that are changed by it. */
export const followFindings = (
  findings: readonly StoredFinding[],
  move: TextMove,
): StoredFinding[] =>
  findings.flatMap((finding) => {
    const [first, second] = finding.places;
    const places: StoredFinding['places'] = [followPlace(first, move), followPlace(second, move)];
    return isSame(first, places[0]) && isSame(second, places[1]) ? [] : [{ ...finding, places }];
  });
