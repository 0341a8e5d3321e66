/** Where the places of findings are in the texts as they are now. */
import {
  endOfCharacter,
  findText,
  startOfCharacter,
  type TextSpan,
} from '#main/base/anchors/anchored-text.ts';
import { findOnlyPlace } from '#main/base/anchors/occurrences.ts';
import type { Contradiction, ContradictionPlace } from '#shared/domain/contradiction.ts';
import type { StoredFinding, StoredPlace } from '#main/book/findings/service.ts';

/** The text of a chapter or an entry; null where there is none. */
export type TextOf = (place: Pick<StoredPlace, 'source' | 'id'>) => string | null;
/** Of an entry; empty where there is none. */
export type NameOf = (entityId: string) => string;

/** Code units shown on either side of a quote. */
const around = 60;

export const placeToday = (place: StoredPlace, textOf: TextOf): TextSpan | null => {
  const text = textOf(place);
  if (text === null) return null;
  const found = findText(text, place);
  if (found) return found;
  // All around it was written anew: the only place that reads so is still meant.
  const start = findOnlyPlace(text, place.quote);
  return start === null ? null : { start, end: start + place.quote.length };
};

const describePlace = (place: StoredPlace, textOf: TextOf, nameOf: NameOf): ContradictionPlace => {
  const { source, id, offset, quote } = place;
  const name = source === 'entry' ? nameOf(id) : '';
  const found = placeToday(place, textOf);
  const text = textOf(place);
  if (!found || text === null) {
    const { before, after } = place;
    const old = { start: offset, end: offset + quote.length };
    return { source, id, name, ...old, quote, before, after, isGone: true };
  }
  const { start, end } = found;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const lineEnd = newline < 0 ? text.length : newline;
  return {
    ...{ source, id, name, start, end, isGone: false },
    quote: text.slice(start, end),
    before: text.slice(startOfCharacter(text, Math.max(lineStart, start - around)), start),
    after: text.slice(end, endOfCharacter(text, Math.min(lineEnd, end + around))),
  };
};

/** Null where nothing is left to look at. */
export const describeFinding = (
  finding: StoredFinding,
  textOf: TextOf,
  nameOf: NameOf,
): Contradiction | null => {
  const { places, isDismissed, ...rest } = finding;
  const described: Contradiction['places'] = [
    describePlace(places[0], textOf, nameOf),
    describePlace(places[1], textOf, nameOf),
  ];
  const gone = described.filter(({ isGone }) => isGone).length;
  if (gone === 2 || (gone > 0 && isDismissed)) return null;
  const state = isDismissed ? 'dismissed' : gone > 0 ? 'settled' : 'open';
  const name = finding.entityId === null ? '' : nameOf(finding.entityId);
  return { ...rest, name, places: described, state };
};

/** With offsets of today; null where one of its places is gone. */
export const relocate = (finding: StoredFinding, textOf: TextOf): StoredFinding | null => {
  const [first, second] = finding.places;
  const [here, there] = [placeToday(first, textOf), placeToday(second, textOf)];
  if (!here || !there) return null;
  const moved = (place: StoredPlace, { start, end }: TextSpan): StoredPlace => ({
    ...place,
    offset: start,
    quote: textOf(place)?.slice(start, end) ?? place.quote,
  });
  return { ...finding, places: [moved(first, here), moved(second, there)] };
};

/** Those that stand in the texts of today, with offsets of today, and those of which a place is gone. */
export const sortByPlace = (
  findings: readonly StoredFinding[],
  textOf: TextOf,
): { known: StoredFinding[]; lost: StoredFinding[] } => {
  const placed = findings.map((finding) => ({ finding, today: relocate(finding, textOf) }));
  return {
    known: placed.flatMap(({ today }) => today ?? []),
    lost: placed.flatMap(({ finding, today }) => (today ? [] : [finding])),
  };
};
