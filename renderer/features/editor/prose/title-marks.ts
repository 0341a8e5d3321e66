/** The heading a chapter begins with is its title: what is typed at its begin goes behind the marks that make it one (F22). */
import { EditorState, type SelectionRange, type Text } from '@codemirror/state';

/** Offsets; `from` is where the line begins and its marks, `words` is behind them. */
type TitleLine = { from: number; words: number; to: number };

/** Of its words nothing needs to be left: who has taken them away writes others. Null where a chapter begins otherwise. */
export function titleLine(doc: Text): TitleLine | null {
  let number = 1;
  while (number < doc.lines && !/\S/.test(doc.line(number).text)) number += 1;
  const { from, to, text } = doc.line(number);
  const marks = /^#{1,6}[ \t]+/.exec(text);
  return marks && { from, words: from + marks[0].length, to };
}

/**
 * A caret goes behind the marks, and what is selected within the title is selected without them; a selection that begins
 * at the words and goes on by single steps can still take them in, and one that leaves the title has all of it.
 */
export function besideMarks(doc: Text, { head, anchor, empty }: SelectionRange) {
  const title = titleLine(doc);
  const past = (position: number): number =>
    title !== null && position >= title.from && position < title.words ? title.words : position;
  if (empty) return { head: past(head), anchor: past(head) };
  const end = Math.max(head, anchor);
  if (title === null || end <= title.words || end > title.to) return { head, anchor };
  return {
    head: head === title.from ? title.words : head,
    anchor: anchor === title.from ? title.words : anchor,
  };
}

/** A held Backspace takes the words of the title away, and the next words are a title again. */
export const keptTitleMarks = EditorState.changeFilter.of((transaction) => {
  if (!transaction.isUserEvent('delete.backward')) return true;
  const title = titleLine(transaction.startState.doc);
  return title === null ? true : [title.from, title.words];
});
