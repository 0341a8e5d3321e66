/** Puts replacements into a text. Pure. */
import type { KnownEdit } from '#main/base/anchors/follow-exactly.ts';
import { AppError } from '#shared/errors.ts';

export type Replacement = { start: number; end: number; expected: string; replacement: string };

/** The first place whose text is no longer the one that was seen; null when all are. */
export const findChanged = (text: string, places: readonly Replacement[]): Replacement | null =>
  places.find(({ start, end, expected }) => text.slice(start, end) !== expected) ?? null;

/** In the order of the text. INVALID_INPUT for places that lie over one another or are none. */
export const orderPlaces = (places: readonly Replacement[]): Replacement[] => {
  const ordered = places.toSorted((left, right) => left.start - right.start);
  let free = 0;
  for (const { start, end } of ordered) {
    if (start < free || end <= start) {
      throw new AppError('INVALID_INPUT', 'The places lie over one another.', { start, end });
    }
    free = end;
  }
  return ordered;
};

type Place = Pick<Replacement, 'start' | 'end' | 'replacement'>;

/** What replacing these places, in order, does to the text. */
export const editsOf = (ordered: readonly Place[]): KnownEdit[] =>
  ordered.map(({ start, end, replacement }) => ({ start, end, length: replacement.length }));

/** What taking all of them back does to the text with them replaced. */
export const editsBack = (ordered: readonly Place[]): KnownEdit[] => {
  let shift = 0;
  return ordered.map(({ start, end, replacement }) => {
    const from = start + shift;
    shift += replacement.length - (end - start);
    return { start: from, end: from + replacement.length, length: end - start };
  });
};

/** The text with every one of these places replaced; they are in order and disjoint. */
export const applyPlaces = (text: string, ordered: readonly Place[]): string => {
  const parts: string[] = [];
  let taken = 0;
  for (const { start, end, replacement } of ordered) {
    parts.push(text.slice(taken, start), replacement);
    taken = end;
  }
  return parts.join('') + text.slice(taken);
};
