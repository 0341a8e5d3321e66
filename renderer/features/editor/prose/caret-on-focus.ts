/** What the caret does when the page gets the focus, and when it loses it. */
import { EditorSelection } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * A browser puts the caret of what it focuses at its beginning where another field, one of a dialog for one, was selected
 * in meanwhile, and tells of it later. CodeMirror sets that right for 200 ms; on a busy machine it came later, was taken
 * for the writer's, and what was typed next stood in the chapter's heading. The focus itself is told at once.
 */
export const caretKeptOnFocus = EditorView.domEventObservers({
  focus: (_event, view) => view.focus(),
});

/**
 * Where a line is wrapped the caret stands at the end of the one or at the beginning of the other: End and Home say
 * which. CodeMirror tells the browser in its next measure, which comes late on a busy machine, and when it loses the
 * focus as well: both give it the focus back, and what was meant for another field was typed into the chapter. Without
 * the focus the caret is of neither line.
 */
export const focusNotTakenBack = EditorView.domEventObservers({
  blur: (_event, view) => {
    const { main } = view.state.selection;
    if (!main.empty || main.assoc === 0) return;
    view.dispatch({ selection: EditorSelection.cursor(main.head) });
  },
});
