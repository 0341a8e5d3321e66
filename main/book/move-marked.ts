/** Marked places go with their text when chapters are split or merged, and when a scene is moved (W1). */
import { findMarked } from '#main/base/anchors/find-marked.ts';
import { anchorPlace } from '#main/base/anchors/place-anchor.ts';
import type { Marked, Reanchored } from './marked-places.ts';
import type { StoredMark } from './record-source.ts';
import { carryMost, type TextMove } from './text-move.ts';

/** A mark that is cut in two stays with the larger piece. Null where nothing moves it: what cannot be found stays where it was. */
const movePlace = (move: TextMove, place: StoredMark): StoredMark | null => {
  const { documentId } = place;
  const from = move.before.find((one) => one.documentId === documentId);
  const found = from ? findMarked(from.text, place, null) : null;
  const to = found && carryMost(move, documentId, found);
  if (!to) return null;
  const { start, end } = to;
  return { documentId: to.documentId, ...anchorPlace(to.text, { start, end }) };
};

export const moveMarked = (marked: readonly Marked[], move: TextMove): Reanchored[] =>
  marked.flatMap(({ id, places }) => {
    const moved: Record<string, StoredMark> = {};
    for (const [placeId, place] of Object.entries(places)) {
      const to = movePlace(move, place);
      if (to) moved[placeId] = to;
    }
    return Object.keys(moved).length > 0 ? [{ id, places: moved }] : [];
  });
