import { EditorSelection, EditorState, type SelectionRange, type Text } from '@codemirror/state';
import { type ParagraphStyle, restingPlace } from './paragraphs.ts';
import { styleOf } from './style-field.ts';
import { besideMarks } from './title-marks.ts';

function settle(
  doc: Text,
  range: SelectionRange,
  style: ParagraphStyle,
  before: number,
): SelectionRange {
  const shown = besideMarks(doc, range);
  const head = restingPlace(doc, shown.head, style, shown.head > before);
  const anchor = range.empty ? head : restingPlace(doc, shown.anchor, style, head < shown.anchor);
  if (head === range.head && anchor === range.anchor) return range;
  return EditorSelection.range(anchor, head);
}

/** Keeps the caret out of the unseen lines between paragraphs and of a title's marks, wherever a selection comes from. */
export const caretOutsideGaps = EditorState.transactionFilter.of((transaction) => {
  if (transaction.selection === undefined) return transaction;
  if (transaction.isUserEvent('input.type.compose')) return transaction;
  const { newDoc, newSelection, startState } = transaction;
  const style = styleOf(startState);
  const before = startState.selection.main.head;
  const settled = newSelection.ranges.map((range) => settle(newDoc, range, style, before));
  if (settled.every((range, index) => range === newSelection.ranges[index])) return transaction;
  return [
    transaction,
    { selection: EditorSelection.create(settled, newSelection.mainIndex), sequential: true },
  ];
});
