/** Marked places go with their text when chapters are split or merged (W1). */
import type { TextSpan } from '#main/base/anchors/anchored-text.ts';
import { findMarked } from '#main/base/anchors/find-marked.ts';
import { anchorPlace } from '#main/base/anchors/place-anchor.ts';
import type { TextMove } from './documents/service.ts';
import type { Marked, Reanchored } from './marked-places.ts';
import type { StoredMark } from './record-source.ts';

type Part = TextMove['parts'][number];
type Side = { documentId: string; text: string };

const overlapOf = ({ start, text }: Part, span: TextSpan): number =>
  Math.min(span.end, start + text.length) - Math.max(span.start, start);

/** The part that has most of it; of equal ones the first. A mark that is cut in two stays with that piece. */
const carry = (
  { side, whole, parts }: TextMove,
  from: Part,
  span: TextSpan,
): { to: Side; span: TextSpan } | null => {
  if (side === 'joined') {
    return { to: whole, span: { start: from.start + span.start, end: from.start + span.end } };
  }
  const [first, ...rest] = parts;
  if (!first) return null;
  const part = rest.reduce(
    (best, one) => (overlapOf(one, span) > overlapOf(best, span) ? one : best),
    first,
  );
  const [start, end] = [
    Math.max(0, span.start - part.start),
    Math.min(part.text.length, span.end - part.start),
  ];
  return part.text.slice(start, end).trim() === '' ? null : { to: part, span: { start, end } };
};

const sourcesOf = (move: TextMove): readonly Part[] =>
  move.side === 'joined' ? move.parts : [{ ...move.whole, start: 0 }];

/** Null where nothing moves it: what cannot be found stays where it was. */
const movePlace = (move: TextMove, place: StoredMark): StoredMark | null => {
  const from = sourcesOf(move).find(({ documentId }) => documentId === place.documentId);
  const found = from ? findMarked(from.text, place, null) : null;
  const carried = from && found ? carry(move, from, found) : null;
  if (!carried) return null;
  const { to, span } = carried;
  return { documentId: to.documentId, ...anchorPlace(to.text, span) };
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
