/** Where a stretch of a text is in the text that was made of it, told by what was edited between the two. */
import { diffArrays } from 'diff';
import type { TextSpan } from '#main/anchors/anchored-text.ts';

/** [start, end) of the old text became `length` code units. */
type Edit = { start: number; end: number; length: number };

/** So many lines or characters taken and put in: beyond it is another text, and comparing would take long. */
const maxEdits = 4_000;

const splitLines = (text: string): string[] => text.split(/(?<=\n)/u);

/** Null where the two have too little in common. */
const compare = (before: readonly string[], after: readonly string[]): Edit[] | null => {
  const changes = diffArrays([...before], [...after], { maxEditLength: maxEdits });
  if (!changes) return null;
  const edits: Edit[] = [];
  let place = 0;
  let open: Edit | null = null;
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

const equalAtStart = (one: string, other: string): number => {
  const limit = Math.min(one.length, other.length);
  let length = 0;
  while (length < limit && one[length] === other[length]) length += 1;
  return length;
};

const equalAtEnd = (one: string, other: string, limit: number): number => {
  let length = 0;
  while (length < limit && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
};

/** The edits of changed lines that a stretch has part in, character by character. */
const refine = (
  edits: readonly Edit[],
  { before, after, span }: { before: string; after: string; span: TextSpan },
): Edit[] | null => {
  const refined: Edit[] = [];
  let shift = 0;
  for (const edit of edits) {
    const { start, end, length } = edit;
    const isTouched = start < span.end && end > span.start && length > 0;
    if (isTouched) {
      const made = after.slice(start + shift, start + shift + length);
      const within = compare([...before.slice(start, end)], [...made]);
      if (!within) return null;
      refined.push(
        ...within.map((one) => ({ ...one, start: start + one.start, end: start + one.end })),
      );
    } else refined.push(edit);
    shift += length - (end - start);
  }
  return refined;
};

const editsBetween = (before: string, after: string, span: TextSpan): Edit[] | null => {
  const head = equalAtStart(before, after);
  const tail = equalAtEnd(before, after, Math.min(before.length, after.length) - head);
  const [from, to] = [head, before.length - tail];
  const single = { start: from, end: to, length: after.length - tail - head };
  // Away from one edit there is nothing to compare.
  if (span.end <= from || span.start >= to || from === to) return [single];
  const lines = compare(splitLines(before), splitLines(after));
  return lines && refine(lines, { before, after, span });
};

/**
 * Null where less than half of it is left, or where the texts have too little in common: what stands in its place then
 * is another text. What is typed at an edge stands outside.
 */
export const followEdit = (before: string, after: string, span: TextSpan): TextSpan | null => {
  const edits = editsBetween(before, after, span);
  if (!edits) return null;
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
  const kept = span.end - span.start - gone;
  return kept * 2 >= span.end - span.start && end > start ? { start, end } : null;
};
