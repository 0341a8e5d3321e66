/** The same words marked twice as the same are one place: by two windows, by a key pressed twice, by two machines (N13, B4). */
import { nanoid } from 'nanoid';
import type { TextSpan } from '#main/base/anchors/anchored-text.ts';
import { hashOf } from '../marked-places.ts';
import type { StoredThreadPlace, StoredThreadPlaces } from '../record-source.ts';

/** The same on every machine that marks it in the same text. */
const idOf = ({ kind, documentId, quote, before, after }: StoredThreadPlace): string =>
  hashOf(JSON.stringify([kind, documentId, quote, before, after]));

/** With this place; several in one call may be the same. */
export const withPlace = (
  places: StoredThreadPlaces,
  place: StoredThreadPlace,
): { placeId: string; places: StoredThreadPlaces } => {
  const known = idOf(place);
  // What was marked with those words may have moved on by now.
  const taken = places[known];
  const isOther = taken !== undefined && taken.offset !== place.offset;
  const placeId = isOther ? nanoid() : known;
  return { placeId, places: { ...places, [placeId]: place } };
};

/** A stretch that the writer marks by now was said to be none: that is over. */
export const withoutRefused = (
  places: StoredThreadPlaces,
  { kind, documentId, offset, quote }: StoredThreadPlace,
  spanOf: (placeId: string) => TextSpan | null,
): StoredThreadPlaces => {
  if (kind === 'refused') return places;
  const isOver = ([placeId, one]: [string, StoredThreadPlace]): boolean => {
    const span = spanOf(placeId);
    if (one.kind !== 'refused' || one.documentId !== documentId || !span) return false;
    return span.start < offset + quote.length && span.end > offset;
  };
  return Object.fromEntries(Object.entries(places).filter((entry) => !isOver(entry)));
};

/** The place that stands there as the same already; null where none does. */
export const findSamePlace = (
  places: StoredThreadPlaces,
  { kind, documentId, offset, quote }: StoredThreadPlace,
  spanOf: (placeId: string) => TextSpan | null,
): string | null => {
  const same = Object.entries(places).find(([placeId, one]) => {
    if (one.kind !== kind || one.documentId !== documentId) return false;
    // Not looked for: it came a moment ago.
    const span = spanOf(placeId) ?? { start: one.offset, end: one.offset + one.quote.length };
    return span.start === offset && span.end === offset + quote.length;
  });
  return same?.[0] ?? null;
};
