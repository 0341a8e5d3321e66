/** Findings whose text went into another chapter (W1). Pure. */
import type { StoredFinding, StoredPlace } from '#main/book/findings/service.ts';
import { piecesFrom, type TextMove } from '#main/book/text-move.ts';

const followPlace = (place: StoredPlace, move: TextMove): StoredPlace => {
  if (place.source !== 'chapter') return place;
  const piece = piecesFrom(move, place.id).findLast(({ from }) => from.start <= place.offset);
  if (!piece) return place;
  const { from, to } = piece;
  return { ...place, id: to.documentId, offset: place.offset - from.start + to.start };
};

/** Those that are changed by it. */
export const followFindings = (
  findings: readonly StoredFinding[],
  move: TextMove,
): StoredFinding[] =>
  findings.flatMap((finding) => {
    const [first, second] = finding.places;
    const places: StoredFinding['places'] = [followPlace(first, move), followPlace(second, move)];
    const isSame = places.every(
      ({ id, offset }, at) =>
        id === finding.places[at]?.id && offset === finding.places[at]?.offset,
    );
    return isSame ? [] : [{ ...finding, places }];
  });
