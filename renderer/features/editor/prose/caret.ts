import { EditorSelection, EditorState, type SelectionRange, type Text } from '@codemirror/state';
import { type ParagraphStyle, restingPlace } from './paragraphs.ts';
import { styleOf } from './style-field.ts';

function settle(
  doc: Text,
  range: SelectionRange,
  style: ParagraphStyle,
  before: number,
): SelectionRange {
  const head = restingPlace(doc, range.head, style, range.head > before);
  const anchor = range.empty ? head : restingPlace(doc, range.anchor, style, head < range.anchor);
  if (head === range.head && anchor === range.anchor) return range;
  return EditorSelection.range(anchor, head);
}

/** Keeps the caret out of the unseen lines between paragraphs, wherever a selection comes from. */
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
