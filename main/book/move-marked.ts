/** Marked places go with their text when chapters are split or merged, and when a scene is moved (W1). */
import type { TextSpan } from '#main/base/anchors/anchored-text.ts';
import { findMarked } from '#main/base/anchors/find-marked.ts';
import { anchorPlace, type PlaceAnchor } from '#main/base/anchors/place-anchor.ts';
import type { Marked, Reanchored } from './marked-places.ts';
import type { StoredMark } from './record-source.ts';
import { carryMost, type MoveMemory, type TextMove } from './text-move.ts';

/** How marks of a kind are found in a text, and made known again; a mark of notes and threads without more ado. */
export type Anchoring = {
  find(text: string, mark: PlaceAnchor): TextSpan | null;
  anchor(text: string, span: TextSpan): PlaceAnchor;
};

const asMarked: Anchoring = {
  find: (text, mark) => findMarked(text, mark, null),
  anchor: anchorPlace,
};

/** `cut`: the whole of what was cut in two, where it stood in the text that moved. */
type Moved = { mark: StoredMark; cut: StoredMark | null };

/** A mark that is cut in two stays with the larger piece. Null where nothing moves it: what cannot be found stays where it was. */
const movePlace = (
  move: TextMove,
  place: StoredMark,
  { find, anchor }: Anchoring,
): Moved | null => {
  const { documentId } = place;
  const from = move.before.find((one) => one.documentId === documentId);
  const found = from ? find(from.text, place) : null;
  const to = from && found && carryMost(move, documentId, found);
  if (!to) return null;
  const { start, end } = to;
  const isCut = end - start < found.end - found.start;
  return {
    mark: { documentId: to.documentId, ...anchor(to.text, { start, end }) },
    // Not as it was stored: an edit just before may have shifted it, and nobody looked yet.
    cut: isCut ? { documentId, ...anchor(from.text, found) } : null,
  };
};

/** A mark that the move before cut, whole again: where nobody marked anew what was left of it, and its text is back. */
const wholeAgain = (
  { after }: TextMove,
  place: StoredMark,
  [cut]: readonly { whole: StoredMark; piece: StoredMark }[],
  { anchor }: Anchoring,
): StoredMark | null => {
  if (!cut) return null;
  const { whole, piece } = cut;
  const { documentId, offset, quote } = place;
  if (piece.documentId !== documentId || piece.offset !== offset || piece.quote !== quote) {
    return null;
  }
  const text = after.find((one) => one.documentId === whole.documentId)?.text;
  const [start, end] = [whole.offset, whole.offset + whole.quote.length];
  if (text?.slice(start, end) !== whole.quote) return null;
  return { documentId: whole.documentId, ...anchor(text, { start, end }) };
};

/** `keeper`: whose marks they are, to know them again. */
export const moveMarked = (
  marked: readonly Marked[],
  move: TextMove,
  {
    keeper,
    memory,
    anchoring = asMarked,
  }: { keeper: string; memory: MoveMemory; anchoring?: Anchoring },
): Reanchored[] =>
  marked.flatMap(({ id, places }) => {
    const moved: Record<string, StoredMark> = {};
    for (const [placeId, place] of Object.entries(places)) {
      const isThis = (one: MoveMemory['cut'][number]): boolean =>
        one.keeper === keeper && one.id === id && one.placeId === placeId;
      const whole = wholeAgain(move, place, memory.cut.filter(isThis), anchoring);
      const to = whole ? { mark: whole, cut: null } : movePlace(move, place, anchoring);
      if (!to) continue;
      moved[placeId] = to.mark;
      if (to.cut) memory.noteCut({ keeper, id, placeId, whole: to.cut, piece: to.mark });
    }
    return Object.keys(moved).length > 0 ? [{ id, places: moved }] : [];
  });
