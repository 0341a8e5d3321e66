/** Places of threads go with their text when chapters are split or merged (W1). */
import type { TextSpan } from '#main/anchors/anchored-text.ts';
import type { TextMove } from '../documents/service.ts';
import type { StoredThreadPlace, StoredThreadPlaces } from '../record-source.ts';
import { findMarked } from './find-marked.ts';
import { anchorPlace } from './place-anchor.ts';
import type { Reanchored, StoredThread } from './service.ts';

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
const movePlace = (move: TextMove, place: StoredThreadPlace): StoredThreadPlace | null => {
  const from = sourcesOf(move).find(({ documentId }) => documentId === place.documentId);
  const found = from ? findMarked(from.text, place, null) : null;
  const carried = from && found ? carry(move, from, found) : null;
  if (!carried) return null;
  const { to, span } = carried;
  return { kind: place.kind, documentId: to.documentId, ...anchorPlace(to.text, span) };
};

export const followMoved = (threads: readonly StoredThread[], move: TextMove): Reanchored[] =>
  threads.flatMap(({ threadId, places }) => {
    const moved: StoredThreadPlaces = {};
    for (const [placeId, place] of Object.entries(places)) {
      const to = movePlace(move, place);
      if (to) moved[placeId] = to;
    }
    return Object.keys(moved).length > 0 ? [{ threadId, places: moved }] : [];
  });

/** Due where its chapter was merged away: the chapter that has its text now. */
export const followDue = ({ due }: StoredThread, { side, whole, parts }: TextMove) =>
  due && side === 'joined' && parts.some(({ documentId }) => documentId === due.documentId)
    ? { documentId: whole.documentId }
    : due;
