/** Finds a marked place in the text of now: by what was edited since it was seen, else by its text. */
import {
  contextLength,
  findText,
  standsAsBefore,
  startOfCharacter,
  type TextSpan,
} from './anchored-text.ts';
import { wasChanged } from './anchor.ts';
import { findOnlyPlace, hasEnoughLetters, minContextLength } from './occurrences.ts';
import { maxMarkedText } from '#shared/domain/thread.ts';
import { type FollowEdit, followEdit } from './follow-edit.ts';
import { apartLengths, type PlaceAnchor } from './place-anchor.ts';

/** Where a place stood in a text that was looked at before, and the way from that text to the one of now. */
export type SeenSpan = { follow: FollowEdit; span: TextSpan };

/** A place that was edited while nobody looked is at most so many times as long as it was. */
const maxGrowth = 3;

/** The end of the longest ending of `before` that stands in the text once; null when none does. */
const endOf = (text: string, before: string, min: number): number | null => {
  // Too short to be known anywhere but at the edge that it reached to.
  if (before.length < min) return text.startsWith(before) ? before.length : null;
  for (let { length } = before; length >= min; length = Math.floor(length / 2)) {
    const place = findOnlyPlace(text, before.slice(-length));
    if (place !== null) return place + length;
  }
  return null;
};

const startOf = (text: string, after: string, min: number): number | null => {
  if (after.length < min) return text.endsWith(after) ? text.length - after.length : null;
  for (let { length } = after; length >= min; length = Math.floor(length / 2)) {
    const place = findOnlyPlace(text, after.slice(0, length));
    if (place !== null) return place;
  }
  return null;
};

/** Between its old neighbours, where at least half of it is left. */
const findBetween = (text: string, anchor: PlaceAnchor): TextSpan | null => {
  const { quote, before, after, apart = 0 } = anchor;
  const min = Math.min(contextLength, Math.max(minContextLength, apart));
  const [start, end] = [endOf(text, before, min), startOf(text, after, min)];
  if (start === null || end === null || end <= start) return null;
  if (end - start > maxGrowth * quote.length) return null;
  const sides = [text.slice(0, start), text.slice(end)] as const;
  return followEdit(`${sides[0]}${quote}${sides[1]}`, text, {
    start,
    end: start + quote.length,
  });
};

/** Words that stood elsewhere too: found by as much of their neighbours as told the two apart, by nothing less. */
const findRepeated = (text: string, anchor: PlaceAnchor, apart: number): TextSpan | null => {
  const { offset, quote, before, after } = anchor;
  if (standsAsBefore(text, anchor)) return { start: offset, end: offset + quote.length };
  for (const length of apartLengths.filter((one) => one >= apart)) {
    const left = before.slice(-length);
    const place = findOnlyPlace(text, `${left}${quote}${after.slice(0, length)}`);
    if (place !== null) {
      return { start: place + left.length, end: place + left.length + quote.length };
    }
  }
  return null;
};

const isLine = (before: string, after: string): boolean =>
  /(?:^|\n)[^\S\n]*$/u.test(before) && /^[^\S\n]*(?:\n|$)/u.test(after);

/** A line that was moved, too short to be known by its words alone: the only such line, with nothing in its old place. */
const findMovedLine = (text: string, anchor: PlaceAnchor): TextSpan | null => {
  const { quote, before, after } = anchor;
  if (!hasEnoughLetters(quote) || !isLine(before, after) || wasChanged(text, anchor)) return null;
  const start = findOnlyPlace(text, quote);
  if (start === null) return null;
  const end = start + quote.length;
  return isLine(text.slice(0, start), text.slice(end)) ? { start, end } : null;
};

/** What grew beyond what a place may be keeps its beginning. */
export const shortened = (text: string, { start, end }: TextSpan): TextSpan => ({
  start,
  end: end - start > maxMarkedText ? startOfCharacter(text, start + maxMarkedText) : end,
});

/** Null when its text is gone: it is not guessed. */
export const findMarked = (
  text: string,
  anchor: PlaceAnchor,
  seen: SeenSpan | null,
): TextSpan | null => {
  const { apart = 0 } = anchor;
  const found =
    seen?.follow(seen.span) ??
    (apart > 0 ? findRepeated(text, anchor, apart) : findText(text, anchor)) ??
    findBetween(text, anchor) ??
    (apart > 0 ? null : findMovedLine(text, anchor));
  return found && shortened(text, found);
};
