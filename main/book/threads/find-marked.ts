/** Finds a marked place of a thread in the text of now: by what was edited since it was seen, else by its text. */
import { type AnchoredText, findText, type TextSpan } from '#main/anchors/anchored-text.ts';
import { findOnlyPlace, minContextLength } from '#main/anchors/occurrences.ts';
import { followEdit } from './follow-edit.ts';

/** Where a place stood in a text that was looked at before. */
export type SeenSpan = { text: string; span: TextSpan };

/** A place that was edited is at most so many times as long as it was. */
const maxGrowth = 3;

/** The end of the longest ending of `before` that stands in the text once; null when none does. */
const endOf = (text: string, before: string): number | null => {
  // Too short to be known anywhere but at the edge that it reached to.
  if (before.length < minContextLength) return text.startsWith(before) ? before.length : null;
  for (let { length } = before; length >= minContextLength; length = Math.floor(length / 2)) {
    const place = findOnlyPlace(text, before.slice(-length));
    if (place !== null) return place + length;
  }
  return null;
};

const startOf = (text: string, after: string): number | null => {
  if (after.length < minContextLength) {
    return text.endsWith(after) ? text.length - after.length : null;
  }
  for (let { length } = after; length >= minContextLength; length = Math.floor(length / 2)) {
    const place = findOnlyPlace(text, after.slice(0, length));
    if (place !== null) return place;
  }
  return null;
};

/** Between its old neighbours, where at least half of it is left. */
const findBetween = (text: string, { quote, before, after }: AnchoredText): TextSpan | null => {
  const [start, end] = [endOf(text, before), startOf(text, after)];
  if (start === null || end === null || end <= start) return null;
  if (end - start > maxGrowth * quote.length) return null;
  const sides = [text.slice(0, start), text.slice(end)] as const;
  return followEdit(`${sides[0]}${quote}${sides[1]}`, text, {
    start,
    end: start + quote.length,
  });
};

/** Null when its text is gone: it is not guessed. */
export const findMarked = (
  text: string,
  anchor: AnchoredText,
  seen: SeenSpan | null,
): TextSpan | null =>
  (seen && followEdit(seen.text, text, seen.span)) ??
  findText(text, anchor) ??
  findBetween(text, anchor);
