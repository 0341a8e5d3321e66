import { EditorSelection, type EditorState, type StateCommand } from '@codemirror/state';
import type { KeyBinding } from '@codemirror/view';
import { paragraphBreak } from './paragraphs.ts';
import { styleOf } from './style-field.ts';
import { titleLine } from './title-marks.ts';

/** At the begin of the chapter's title room is made above it, or its words would be no title any more. */
const inserting =
  (breakOf: (state: EditorState) => string): StateCommand =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const insert = breakOf(state);
    const title = titleLine(state.doc);
    const change = state.changeByRange(({ from, to, empty }) => ({
      changes: empty && from === title?.words ? { from: title.from, insert } : { from, to, insert },
      range: EditorSelection.cursor(from + insert.length),
    }));
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }));
    return true;
  };

/** Enter: a new paragraph, written as the file writes them. */
export const insertParagraph = inserting((state) => paragraphBreak(styleOf(state)));

/** Shift Enter: a line break inside the paragraph. */
const insertLineBreak = inserting(() => '\n');

export const paragraphKeys: readonly KeyBinding[] = [
  { key: 'Enter', run: insertParagraph, shift: insertLineBreak },
];
