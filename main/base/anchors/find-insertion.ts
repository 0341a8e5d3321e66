/** Finds where new text goes in a chapter that has changed. */
import { minContextLength, findOnlyPlace, placesOf } from './occurrences.ts';

type Sides = { before: string; after: string };

/**
 * Everywhere one of the two sides stands whole. Whatever one edit does away from the place itself, one side stays
 * whole: so the right place is always among these. A side that reached to the chapter's edge must still do so.
 */
const wherever = (text: string, { before, after }: Sides, contextLength: number): Set<number> => {
  const places = new Set<number>();
  if (before.length < contextLength) {
    if (text.startsWith(before)) places.add(before.length);
  } else {
    for (const place of placesOf(text, before)) places.add(place + before.length);
  }
  if (after.length < contextLength) {
    if (text.endsWith(after)) places.add(text.length - after.length);
  } else {
    for (const place of placesOf(text, after)) places.add(place);
  }
  return places;
};

const equalAtEnd = (one: string, other: string): number => {
  let length = 0;
  while (
    length < one.length &&
    length < other.length &&
    one.at(-1 - length) === other.at(-1 - length)
  ) {
    length += 1;
  }
  return length;
};

const equalAtStart = (one: string, other: string): number => {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return length;
};

/** The greatest `length` up to `most` that holds; what holds for a length holds for every smaller one. */
const findGreatest = (limit: number, holds: (length: number) => boolean): number => {
  let [known, beyond] = [0, limit + 1];
  while (beyond - known > 1) {
    const middle = Math.floor((known + beyond) / 2);
    if (holds(middle)) known = middle;
    else beyond = middle;
  }
  return known;
};

/** Whether enough of what stood around the place still does: not a place in quite another text. */
const isAttested = (text: string, place: number, { before, after }: Sides): boolean => {
  const [head, tail] = [text.slice(0, place), text.slice(place)];
  const left = equalAtEnd(head, before);
  const right = equalAtStart(tail, after);
  // What stands directly beside the place must be what stood there, or the chapter's edge.
  if ((left === 0 && before !== '') || (right === 0 && after !== '')) return false;
  if (before === '' && place > 0) return false;
  if (after === '' && place < text.length) return false;
  const beyondLeft = findGreatest(before.length - left, (length) =>
    head.includes(before.slice(0, length)),
  );
  const beyondRight = findGreatest(after.length - right, (length) =>
    tail.includes(after.slice(after.length - length)),
  );
  const total = before.length + after.length;
  return left + right + beyondLeft + beyondRight >= Math.min(minContextLength, total);
};

/**
 * Where new text goes, or null when that cannot be said for sure: at the only place that has one of its old sides
 * whole and is not touched on the other; after several edits between as much of both sides as still is together.
 */
export const findInsertion = (text: string, sides: Sides, contextLength: number): number | null => {
  const places = wherever(text, sides, contextLength);
  if (places.size > 1) return null;
  const [place] = places;
  if (place !== undefined) return isAttested(text, place, sides) ? place : null;
  const { before, after } = sides;
  for (let length = contextLength; length >= minContextLength; length = Math.floor(length / 2)) {
    const [left, right] = [before.slice(-length), after.slice(0, length)];
    if (left.length < minContextLength || right.length < minContextLength) return null;
    const found = findOnlyPlace(text, `${left}${right}`);
    if (found !== null) return found + left.length;
  }
  return null;
};
