import { ChangeSet } from '@codemirror/state';
import { diffArrays } from 'diff';
import { piecesOf } from '#shared/text-pieces.ts';

export type TextChange = { from: number; to: number; insert: string };

const isHigh = (text: string, at: number) => {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code <= 0xdbff;
};

/**
 * The smallest single replacement that turns one text into the other, so that caret, scrolling and undo keep
 * their places. Never cuts a surrogate pair. Null when the texts are equal.
 */
export function textChange(before: string, after: string): TextChange | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  if (start > 0 && isHigh(before, start - 1)) start -= 1;
  let end = 0;
  const room = shorter - start;
  while (
    end < room &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end += 1;
  }
  if (end > 0 && isHigh(before, before.length - end - 1)) end -= 1;
  return {
    from: start,
    to: before.length - end,
    insert: after.slice(start, after.length - end),
  };
}

/** Beyond so many lines, or words of one line, that were taken and put in, all between them is one replacement. */
const mostLines = 400;
const mostWords = 40;

const linesOf = (text: string): string[] => text.split(/(?<=\n)/u);

/** The stretches in which two lists differ, each as one replacement; null where they have too little in common. */
function differingStretches(
  before: readonly string[],
  after: readonly string[],
  maxEditLength: number,
): TextChange[] | null {
  const parts = diffArrays([...before], [...after], { maxEditLength });
  if (parts === undefined) return null;
  const changes: TextChange[] = [];
  let at = 0;
  let open: TextChange | null = null;
  for (const { value, added, removed } of parts) {
    const text = value.join('');
    if (added || removed) {
      if (open === null) {
        open = { from: at, to: at, insert: '' };
        changes.push(open);
      }
      if (added) open.insert += text;
      else open.to += text.length;
    } else open = null;
    if (!added) at += text.length;
  }
  return changes;
}

/** Line by line where there are as many: a name that was replaced in a whole chapter changes many lines, and takes none. */
function differingLines(before: readonly string[], after: readonly string[]): TextChange[] | null {
  if (before.length !== after.length) return differingStretches(before, after, mostLines);
  const changes: TextChange[] = [];
  let from = 0;
  for (const [at, line] of before.entries()) {
    const to = from + line.length;
    const insert = after[at] ?? '';
    if (line !== insert) changes.push({ from, to, insert });
    from = to;
  }
  return changes;
}

const shifted = (changes: readonly TextChange[], by: number): TextChange[] =>
  changes.map(({ from, to, insert }) => ({ from: from + by, to: to + by, insert }));

/** A replacement as several smaller ones, by its words, where few of them differ. */
function refined(before: string, { from, to, insert }: TextChange): TextChange[] {
  const old = before.slice(from, to);
  const words = differingStretches(piecesOf(old), piecesOf(insert), mostWords);
  const single = textChange(old, insert);
  return shifted(words ?? (single === null ? [] : [single]), from);
}

/**
 * The replacements that turn one text into the other, paragraph by paragraph and in it word by word: what stands between
 * two places that were changed elsewhere stays, with the caret and what is being typed there. In order, none where the
 * texts are equal.
 */
export function textChanges(before: string, after: string): TextChange[] {
  const single = textChange(before, after);
  if (single === null) return [];
  const { from, to, insert } = single;
  if (from === to || insert === '') return [single];
  const start = from === 0 ? 0 : before.lastIndexOf('\n', from - 1) + 1;
  const lineEnd = before.indexOf('\n', to);
  const end = lineEnd < 0 ? before.length : lineEnd + 1;
  const old = before.slice(start, end);
  const made = after.slice(start, after.length - (before.length - end));
  const lines = differingLines(linesOf(old), linesOf(made)) ?? [
    { from: 0, to: old.length, insert: made },
  ];
  return shifted(
    lines.flatMap((one) => refined(old, one)),
    start,
  );
}

/**
 * What was typed while a save brought another text, as steps from that one: the texts alone would not tell what was taken
 * away and typed anew, word for word.
 */
export const unsavedOver = (sent: string, written: string, since: ChangeSet): ChangeSet => {
  return since.map(ChangeSet.of(textChanges(sent, written), sent.length), true);
};
