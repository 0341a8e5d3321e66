/** Where a stretch of a text is in the text that was made of it, told by what was edited between the two. */
import { diffArrays } from 'diff';
import type { TextSpan } from './anchored-text.ts';
import type { KnownEdit } from './follow-exactly.ts';
import { hasEnoughLetters } from './occurrences.ts';

/** Where a stretch of the old text stands in the new one; null where it is gone. */
export type FollowEdit = (span: TextSpan) => TextSpan | null;

/** So many lines or characters taken and put in are looked for: the time it takes grows with their square. */
const maxEdits = 500;

const splitLines = (text: string): string[] => text.split(/(?<=\n)/u);

/** Null where the two have too little in common. */
const compare = (before: readonly string[], after: readonly string[]): KnownEdit[] | null => {
  const changes = diffArrays([...before], [...after], { maxEditLength: maxEdits });
  if (!changes) return null;
  const edits: KnownEdit[] = [];
  let place = 0;
  let open: KnownEdit | null = null;
  for (const { value, added, removed } of changes) {
    const length = value.reduce((sum, part) => sum + part.length, 0);
    if (!added && !removed) {
      open = null;
      place += length;
      continue;
    }
    if (!open) {
      open = { start: place, end: place, length: 0 };
      edits.push(open);
    }
    if (added) open.length += length;
    if (removed) {
      open.end += length;
      place += length;
    }
  }
  return edits;
};

/** Line by line: a word that was replaced in the whole chapter changes many lines, and the number of none. */
const pairLines = (before: readonly string[], after: readonly string[]): KnownEdit[] | null => {
  if (before.length !== after.length) return null;
  const edits: KnownEdit[] = [];
  let start = 0;
  for (const [at, line] of before.entries()) {
    const end = start + line.length;
    const made = after[at] ?? '';
    if (made !== line) edits.push({ start, end, length: made.length });
    start = end;
  }
  return edits;
};

const equalAtStart = (one: string, other: string): number => {
  const limit = Math.min(one.length, other.length);
  let length = 0;
  while (length < limit && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  return length;
};

const equalAtEnd = (one: string, other: string, limit: number): number => {
  const [last, otherLast] = [one.length - 1, other.length - 1];
  let length = 0;
  while (length < limit && one.charCodeAt(last - length) === other.charCodeAt(otherLast - length)) {
    length += 1;
  }
  return length;
};

/** All that two texts have not in common at their ends, as one edit. */
const singleEdit = (before: string, after: string): KnownEdit => {
  const head = equalAtStart(before, after);
  const tail = equalAtEnd(before, after, Math.min(before.length, after.length) - head);
  return { start: head, end: before.length - tail, length: after.length - tail - head };
};

/**
 * Lines that were only put in, or only taken out, from a line's beginning where they may have stood there: a paragraph that
 * begins like the next one stands before it, not in the middle of it.
 */
const fromLineStart = (before: string, after: string, edit: KnownEdit): KnownEdit => {
  const { start, end, length } = edit;
  if (start < end && length > 0) return edit;
  const longer = length > 0 ? after : before;
  const moved = longer.slice(start, start + Math.max(length, end - start));
  if (!moved.includes('\n')) return edit;
  const slack = equalAtEnd(longer.slice(0, start), longer.slice(0, start + moved.length), start);
  const line = start === 0 ? 0 : longer.lastIndexOf('\n', start - 1) + 1;
  const by = start - line;
  return by > slack ? edit : { start: line, end: end - by, length };
};

const shifted = (edits: readonly KnownEdit[], by: number): KnownEdit[] =>
  edits.map(({ start, end, length }) => ({ start: start + by, end: end + by, length }));

/** The changed lines within an edit; itself where text was only put in or taken out, or where too many lines changed. */
const changedLines = (before: string, after: string, single: KnownEdit): KnownEdit[] => {
  const { start, end, length } = single;
  if (start === end || length === 0) return [single];
  // From a negative place `lastIndexOf` would look at the first character.
  const from = start === 0 ? 0 : before.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = before.indexOf('\n', end);
  const to = lineEnd < 0 ? before.length : lineEnd + 1;
  const lines = splitLines(before.slice(from, to));
  const made = splitLines(after.slice(from, after.length - (before.length - to)));
  const edits = compare(lines, made) ?? pairLines(lines, made);
  return edits ? shifted(edits, from) : [single];
};

/** Words where letters spell them, characters elsewhere: half the letters of any two English sentences are the same. */
const splitWords = (text: string): string[] =>
  text.match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\p{N}]+|[\s\S]/gu) ?? [];

/** The same edit word by word; where it is too much of one, all between what is equal at its ends. */
const refine = (before: string, made: string, { start, end }: KnownEdit): KnownEdit[] => {
  const old = before.slice(start, end);
  return shifted(compare(splitWords(old), splitWords(made)) ?? [singleEdit(old, made)], start);
};

/** At least half of it is left, or what stands there is nothing but a rest of it. */
const isSame = (before: number, kept: number, now: string): boolean =>
  now !== '' && (kept * 2 >= before || (kept === now.length && hasEnoughLetters(now)));

/**
 * Null where less than half of it is left beside what was written instead: that is another text. What is typed at an
 * edge stands outside.
 */
const carry = (edits: readonly KnownEdit[], after: string, span: TextSpan): TextSpan | null => {
  let [start, end] = [span.start, span.end];
  let gone = 0;
  for (const edit of edits) {
    const { length } = edit;
    const change = length - (edit.end - edit.start);
    if (edit.end <= span.start) {
      start += change;
      end += change;
    } else if (edit.start < span.end) {
      gone += Math.min(edit.end, span.end) - Math.max(edit.start, span.start);
      // An edit that reaches over an edge put its text outside.
      if (edit.start < span.start) {
        start += length - (edit.end - edit.start) + (edit.end - span.start);
        end += change;
      } else if (edit.end > span.end) end -= span.end - edit.start;
      else end += change;
    }
  }
  const length = span.end - span.start;
  const isThere = end > start && isSame(length, length - gone, after.slice(start, end));
  return isThere ? { start, end } : null;
};

/** The edits between two texts are looked for once, for all stretches that are followed. */
export const followEdits = (before: string, after: string): FollowEdit => {
  const single = fromLineStart(before, after, singleEdit(before, after));
  let lines: KnownEdit[] | null = null;
  const refined = new Map<KnownEdit, KnownEdit[]>();
  const isTouched = ({ start, end }: KnownEdit, span: TextSpan): boolean =>
    start < span.end && end > span.start;

  const editsFor = (edits: readonly KnownEdit[], span: TextSpan): KnownEdit[] => {
    let shift = 0;
    return edits.flatMap((edit) => {
      const at = edit.start + shift;
      shift += edit.length - (edit.end - edit.start);
      const isPart = edit !== single && edit.length > 0 && isTouched(edit, span);
      if (!isPart) return [edit];
      const known = refined.get(edit) ?? refine(before, after.slice(at, at + edit.length), edit);
      refined.set(edit, known);
      return known;
    });
  };

  return (span) => {
    // Away from one edit there is nothing to compare.
    if (!isTouched(single, span)) return carry([single], after, span);
    lines ??= changedLines(before, after, single);
    return carry(editsFor(lines, span), after, span);
  };
};

/** For one stretch. */
export const followEdit = (before: string, after: string, span: TextSpan): TextSpan | null =>
  followEdits(before, after)(span);
