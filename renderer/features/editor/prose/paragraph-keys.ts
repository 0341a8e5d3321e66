import { EditorSelection, type StateCommand } from '@codemirror/state';
import type { KeyBinding } from '@codemirror/view';
import { paragraphBreak } from './paragraphs.ts';
import { styleOf } from './style-field.ts';

/** Enter: a new paragraph, written as the file writes them. */
export const insertParagraph: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const insert = paragraphBreak(styleOf(state));
  const change = state.changeByRange((range) => ({
    changes: { from: range.from, to: range.to, insert },
    range: EditorSelection.cursor(range.from + insert.length),
  }));
  dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }));
  return true;
};

/** Shift Enter: a line break inside the paragraph. */
const insertLineBreak: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  dispatch(
    state.update(state.replaceSelection('\n'), { scrollIntoView: true, userEvent: 'input' }),
  );
  return true;
};

export const paragraphKeys: readonly KeyBinding[] = [
  { key: 'Enter', run: insertParagraph, shift: insertLineBreak },
];
