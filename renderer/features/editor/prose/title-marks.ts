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
  // Three clicks take a line with its end, by which the title would go as well.
  if (title && Math.min(head, anchor) === title.from && end === title.to + 1) {
    return { anchor: title.words, head: title.to };
  }
  if (title === null || end <= title.words || end > title.to) return { head, anchor };
  return {
    head: head === title.from ? title.words : head,
    anchor: anchor === title.from ? title.words : anchor,
  };
}

/** What is dropped at the begin of the title goes behind its marks, and is selected there. */
export const droppedBehindMarks = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.isUserEvent('input.drop')) return transaction;
  const title = titleLine(transaction.startState.doc);
  if (title === null) return transaction;
  const changes: { from: number; to: number; insert: Text }[] = [];
  let dropped = false;
  transaction.changes.iterChanges((from, to, _fromNow, _toNow, insert) => {
    const isBefore = from === to && from >= title.from && from < title.words;
    if (isBefore) changes.push({ from: title.words, to: title.words, insert });
    else changes.push({ from, to, insert });
    dropped ||= isBefore;
  }, true);
  if (!dropped) return transaction;
  const made = transaction.startState.changes(changes);
  const selection = {
    anchor: made.mapPos(title.words, -1),
    head: made.mapPos(title.words, 1),
  };
  return { changes: made, selection, userEvent: 'input.drop', scrollIntoView: true };
});

/** A held Backspace takes the words of the title away, and the next words are a title again. */
export const keptTitleMarks = EditorState.changeFilter.of((transaction) => {
  if (!transaction.isUserEvent('delete.backward')) return true;
  const title = titleLine(transaction.startState.doc);
  return title === null ? true : [title.from, title.words];
});
