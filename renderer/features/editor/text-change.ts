import { ChangeSet } from '@codemirror/state';

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

/**
 * What was typed while a save brought another text, as steps from that one: the texts alone would not tell what was taken
 * away and typed anew, word for word.
 */
export const unsavedOver = (sent: string, written: string, since: ChangeSet): ChangeSet => {
  const change = textChange(sent, written);
  return change === null ? since : since.map(ChangeSet.of(change, sent.length), true);
};
