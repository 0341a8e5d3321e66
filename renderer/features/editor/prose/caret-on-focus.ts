/** What the caret does when the page gets the focus, and when it loses it. */
import { EditorSelection, EditorState, type Extension, StateEffect } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * A browser puts the caret of what it focuses at its beginning where another field, one of a dialog for one, was selected
 * in meanwhile, and tells of it later. CodeMirror sets that right for 200 ms; on a busy machine it came later, was taken
 * for the writer's, and what was typed next stood in the chapter's heading. The focus itself is told at once.
 */
export const caretKeptOnFocus = EditorView.domEventObservers({
  focus: (_event, view) => view.focus(),
});

const leavesLine = StateEffect.define<null>();

/**
 * Where a line is wrapped the caret stands at the end of the one or at the beginning of the other: End and Home say
 * which. CodeMirror tells the browser when it loses the focus as well, which gives it the focus back: what was meant for
 * another field was typed into the chapter. Without the focus the caret is of neither line.
 */
export const focusNotTakenBack: Extension = [
  EditorView.focusChangeEffect.of(({ selection: { main } }, isFocusing) =>
    !isFocusing && main.empty && main.assoc !== 0 ? leavesLine.of(null) : null,
  ),
  EditorState.transactionFilter.of((transaction) => {
    if (!transaction.effects.some((effect) => effect.is(leavesLine))) return transaction;
    const selection = EditorSelection.cursor(transaction.newSelection.main.head);
    return [transaction, { selection, sequential: true }];
  }),
];
